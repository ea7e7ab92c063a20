//! Maps and sets that keep the order of declaration, which has meaning.

use rustc_hash::FxBuildHasher;

/// Values by name (or by another key), in the order in which they were declared.
pub(crate) type IndexMap<K, V> = indexmap::IndexMap<K, V, FxBuildHasher>;

/// Names (or other keys), in the order in which they were declared.
pub(crate) type IndexSet<T> = indexmap::IndexSet<T, FxBuildHasher>;
