//! What can be seen of the crate from outside; the tests of the workspace see more of it.

mod planner;
mod reasons;
