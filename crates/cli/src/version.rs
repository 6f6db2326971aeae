//! `polydlx --version`

use polydlx::cover::vector_path;
use std::sync::LazyLock;

/// The version, where it comes from, what it was built for, and what engine bits will use here.
pub(crate) static LONG: LazyLock<String> = LazyLock::new(|| {
    let mut text = env!("CARGO_PKG_VERSION").to_owned();
    let facts = [
        ("commit", option_env!("POLYDLX_COMMIT")),
        ("target", Some(env!("POLYDLX_TARGET"))),
        ("profile", Some(env!("POLYDLX_PROFILE"))),
        ("engine bits", Some(vector_path())),
    ];
    for (label, fact) in facts {
        fact.iter().for_each(|fact| text.push_str(&format!("\n{label:12} {fact}")));
    }
    text
});
