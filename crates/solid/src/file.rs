//! Files: STL, OBJ, 3MF.

use crate::mesh::PER_MILLIMETRE;
use crate::model::{Model, Part};
use crate::zip::zipped;
use itertools::Itertools;
use std::fmt::Write as _;

impl Model {
    /// A binary STL file: all bodies, without names and colours. STL knows no unit of length; these are millimetres.
    pub fn stl(&self) -> Vec<u8> {
        let triangles: usize = self.parts.iter().map(|part| part.mesh.triangles.len()).sum();
        let mut bytes = vec![b' '; 80];
        let head = b"polydlx, in millimetres";
        bytes[..head.len()].copy_from_slice(head);
        bytes.extend(u32::try_from(triangles).expect("no more than fit into memory").to_le_bytes());
        for part in &self.parts {
            for corners in &part.mesh.triangles {
                let [a, b, c] = corners.map(|i| part.mesh.points[i].map(millimetres));
                let numbers = [normal(a, b, c), a, b, c].into_iter().flatten();
                bytes.extend(numbers.flat_map(|d| (d as f32).to_le_bytes()));
                bytes.extend([0, 0]);
            }
        }
        bytes
    }

    /// An OBJ file: each body an object with its name.
    pub fn obj(&self) -> String {
        let mut text = String::from("# polydlx, in millimetres\n");
        let mut shift = 1;
        for Part { name, mesh, color } in &self.parts {
            let _ = writeln!(text, "o {}", name.replace(char::is_whitespace, "_"));
            let [red, green, blue] = color.map(|d| short(f64::from(d) / 255.0));
            for at in &mesh.points {
                let [x, y, z] = at.map(|d| short(millimetres(d)));
                // Most readers know colours of corners.
                let _ = writeln!(text, "v {x} {y} {z} {red} {green} {blue}");
            }
            for corners in &mesh.triangles {
                let [a, b, c] = corners.map(|i| i + shift);
                let _ = writeln!(text, "f {a} {b} {c}");
            }
            shift += mesh.points.len();
        }
        text
    }

    /// A 3MF file: each body an object with its name and its colour.
    pub fn three_mf(&self) -> Vec<u8> {
        zipped(&[
            ("[Content_Types].xml", CONTENT_TYPES),
            ("_rels/.rels", RELATIONS),
            ("3D/3dmodel.model", &self.model_xml()),
        ])
    }

    fn model_xml(&self) -> String {
        let mut text = String::from(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <model unit=\"millimeter\" xml:lang=\"en\" \
             xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\">\n",
        );
        if !self.title.is_empty() {
            let _ = writeln!(text, "<metadata name=\"Title\">{}</metadata>", escaped(&self.title));
        }
        text.push_str(
            "<metadata name=\"Application\">polydlx</metadata>\n<resources>\n<basematerials id=\"1\">\n",
        );
        let colors = self.parts.iter().map(|part| part.color).sorted().dedup().collect_vec();
        for [red, green, blue] in &colors {
            let color = format!("#{red:02X}{green:02X}{blue:02X}");
            let _ = writeln!(text, "<base name=\"{color}\" displaycolor=\"{color}\"/>");
        }
        text.push_str("</basematerials>\n");
        for (number, Part { name, color, mesh }) in self.parts.iter().enumerate() {
            let color = colors.binary_search(color).expect("all colours are there");
            let _ = writeln!(
                text,
                "<object id=\"{}\" type=\"model\" name=\"{}\" pid=\"1\" pindex=\"{color}\">\n<mesh>\n<vertices>",
                number + 2,
                escaped(name)
            );
            for at in &mesh.points {
                let [x, y, z] = at.map(|d| short(millimetres(d)));
                let _ = writeln!(text, "<vertex x=\"{x}\" y=\"{y}\" z=\"{z}\"/>");
            }
            text.push_str("</vertices>\n<triangles>\n");
            for [a, b, c] in &mesh.triangles {
                let _ = writeln!(text, "<triangle v1=\"{a}\" v2=\"{b}\" v3=\"{c}\"/>");
            }
            text.push_str("</triangles>\n</mesh>\n</object>\n");
        }
        text.push_str("</resources>\n<build>\n");
        for number in 0..self.parts.len() {
            let _ = writeln!(text, "<item objectid=\"{}\"/>", number + 2);
        }
        text + "</build>\n</model>\n"
    }
}

const CONTENT_TYPES: &str = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">
<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>
<Default Extension=\"model\" ContentType=\"application/vnd.ms-package.3dmanufacturing-3dmodel+xml\"/>
</Types>
";

const RELATIONS: &str = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">
<Relationship Target=\"/3D/3dmodel.model\" Id=\"model\" \
Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/>
</Relationships>
";

fn millimetres(length: i32) -> f64 {
    f64::from(length) / PER_MILLIMETRE
}

/// As many digits as a unit of length needs, and no zeros at the end.
fn short(number: f64) -> String {
    let text = format!("{number:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn escaped(text: &str) -> String {
    let replace = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        c if c.is_control() => " ".to_owned(),
        c => c.to_string(),
    };
    text.chars().map(replace).collect()
}

/// The direction that a triangle looks in, of length 1.
fn normal(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> [f64; 3] {
    let [u, v] = [b, c].map(|end| [0, 1, 2].map(|i| end[i] - a[i]));
    let out = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = out.iter().map(|d| d * d).sum::<f64>().sqrt();
    out.map(|d| d / length)
}
