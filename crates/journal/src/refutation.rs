//! Certificates that there is no solution: weights of cells that do not add up.

use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What such a certificate says. [`check_weights`](polydlx_packing::check_weights) adds it up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The puzzle.
    pub spec: String,
    /// What the weights are counted modulo, if anything.
    pub modulus: Option<u32>,
    /// What cells weigh, by their names; others weigh nothing.
    pub weights: BTreeMap<String, u32>,
}

/// The form of these certificates; others are not understood.
const VERSION: u32 = 1;

impl Refutation {
    /// What such certificates are called.
    pub const KIND: &str = "impossible";

    /// The certificate, a line.
    pub fn text(&self) -> String {
        let certificate = json!({
            "kind": Self::KIND,
            "version": VERSION,
            "spec": self.spec,
            "modulus": self.modulus,
            "weights": self.weights,
        });
        certificate.to_string()
    }

    /// The certificate that a text is, or why it is none.
    ///
    /// ```
    /// use polydlx_journal::Refutation;
    ///
    /// let weights = [("00".to_owned(), 1)].into();
    /// let refutation = Refutation { spec: "0".to_owned(), modulus: Some(2), weights };
    /// assert_eq!(Refutation::read(&refutation.text()), Ok(refutation));
    /// assert!(Refutation::read("{}").is_err());
    /// ```
    pub fn read(text: &str) -> Result<Self, String> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| format!("it cannot be read: {error}"))?;
        if value["version"] != VERSION {
            return Err(format!("it has version {}, and {VERSION} is known", value["version"]));
        }
        let lacking = "it lacks a puzzle, weights or a modulus that are what they should be";
        Self::of(&value).ok_or_else(|| lacking.to_owned())
    }

    fn of(value: &Value) -> Option<Self> {
        let number = |value: &Value| value.as_u64().and_then(|number| u32::try_from(number).ok());
        let modulus = match &value["modulus"] {
            Value::Null => None,
            modulus => Some(number(modulus)?),
        };
        let weights = value["weights"].as_object()?.iter();
        let weights = weights.map(|(name, weight)| Some((name.clone(), number(weight)?)));
        Some(Self {
            spec: value["spec"].as_str()?.to_owned(),
            modulus,
            weights: weights.collect::<Option<_>>()?,
        })
    }
}
