//! Results for programs: JSON objects whose fields keep their order, with numbers of any size.

use serde_json::{Value, json};
use std::fmt;

/// A JSON object, field by field.
#[derive(Clone, Debug, Default)]
pub(crate) struct Object(String);

impl Object {
    /// One more field.
    pub(crate) fn with(self, name: &str, value: impl Into<Value>) -> Self {
        self.raw(name, &value.into())
    }

    /// One more field, whose value is JSON already: a number that may be too large for anything else, an object, a list.
    pub(crate) fn raw(mut self, name: &str, value: &impl fmt::Display) -> Self {
        let comma = if self.0.is_empty() { "" } else { "," };
        self.0 += &format!("{comma}{}:{value}", json!(name));
        self
    }

    /// One more field with a list of objects.
    pub(crate) fn list(self, name: &str, values: impl IntoIterator<Item = Self>) -> Self {
        let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
        self.raw(name, &format_args!("[{}]", values.join(",")))
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Object;

    #[test]
    fn fields_keep_their_order() {
        let inner = Object::default().with("b", "\"").with("a", None::<u64>);
        let object = Object::default().raw("count", &u128::MAX).list("list", [inner]);
        let digits = u128::MAX;
        assert_eq!(object.to_string(), format!(r#"{{"count":{digits},"list":[{{"b":"\"","a":null}}]}}"#));
        assert_eq!(Object::default().to_string(), "{}");
    }
}
