//! Steps on the 4×4×4×4 board of four-in-a-row: 21–29.

mod cell_ids;
mod count_lines;
mod cpu_rule;
mod double_threat;
mod forced_win;
mod items;
mod lines_through;
mod positions;
mod scan;
mod threats;

pub use cell_ids::CellIds;
pub use count_lines::CountLines;
pub use cpu_rule::CpuRule;
pub use double_threat::DoubleThreat;
pub use forced_win::ForcedWin;
pub use lines_through::LinesThrough;
pub use scan::Scan;
pub use threats::Threats;
