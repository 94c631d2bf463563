//! Memory, processor time and files of the process, under the names that Prometheus' own clients use. This is own code because the crate for it,
//! `procfs`, reads whole files into structs of which seven numbers are needed here.

use prometheus_client::metrics::gauge::ConstGauge;

use super::Registry;

/// Registers what the system says of the process. `started` is when it was started, in seconds since 1970.
pub fn expose(started: u64, out: &mut Registry) {
    let help = "When the process started, in seconds since 1970";
    out.register("process_start_time_seconds", help, ConstGauge::new(started));
    #[cfg(target_os = "linux")]
    linux::expose(out);
}

#[cfg(target_os = "linux")]
mod linux {
    use std::path::Path;
    use std::time::Duration;
    use std::{fs, io};

    use prometheus_client::metrics::{counter::ConstCounter, gauge::ConstGauge};
    use rustix::process::{Resource, getrlimit};
    use rustix::time::{ClockId, clock_gettime};

    use crate::metrics::Registry;

    /// Where the system tells of a process that asks.
    const OWN: &str = "/proc/self";

    pub(super) fn expose(out: &mut Registry) {
        let used = ConstCounter::new(cpu_time().as_secs_f64());
        out.register("process_cpu_seconds", "The processor time of the process", used);
        // What the system does not tell has no sample.
        let mut gauge = |name, help, value: Option<u64>| {
            if let Some(value) = value {
                out.register(name, help, ConstGauge::new(value));
            }
        };
        let status = fs::read_to_string(Path::new(OWN).join("status")).unwrap_or_default();
        let bytes = |field| Some(field_of(&status, field)? * 1024);
        let resident = "The memory of the process that is not swapped out";
        gauge("process_resident_memory_bytes", resident, bytes("VmRSS"));
        let reserved = "The addresses that the process has reserved";
        gauge("process_virtual_memory_bytes", reserved, bytes("VmSize"));
        gauge("process_threads", "The threads of the process", field_of(&status, "Threads"));
        gauge("process_open_fds", "The files and connections that are open", open_files().ok());
        let most = getrlimit(Resource::Nofile).current;
        gauge("process_max_fds", "How many files and connections may be open", most);
    }

    /// The number in a line of `/proc/self/status`, such as `VmRSS:     10452 kB`.
    fn field_of(status: &str, field: &str) -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'))?;
        line.split_ascii_whitespace().next()?.parse().ok()
    }

    fn cpu_time() -> Duration {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        let (seconds, nanoseconds) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
        // Neither is ever negative.
        Duration::new(seconds.unwrap_or(0), nanoseconds.unwrap_or(0))
    }

    /// How many files are open. From Linux 6.2 on the system knows the number; before, they are counted.
    fn open_files() -> io::Result<u64> {
        let folder = Path::new(OWN).join("fd");
        match fs::metadata(&folder)?.len() {
            0 => Ok(fs::read_dir(folder)?.count() as u64),
            known => Ok(known),
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_field_is_read_by_its_whole_name() {
            let status = "VmRSSX:\t1 kB\nVmSize:\t   30 kB\nThreads:\t7\n";
            assert_eq!(field_of(status, "VmSize"), Some(30));
            assert_eq!(field_of(status, "Threads"), Some(7));
            assert_eq!(field_of(status, "VmRSS"), None);
        }

        #[test]
        fn the_system_tells_of_this_process() {
            let mut out = Registry::default();
            expose(&mut out);
            let text = crate::metrics::text(&out);
            let value = |name: &str| -> f64 {
                let line = text.lines().find_map(|line| line.strip_prefix(name));
                line.unwrap_or_else(|| panic!("{name} in {text}")).trim().parse().unwrap()
            };
            assert!(value("process_resident_memory_bytes ") > 1e6, "{text}");
            assert!(value("process_virtual_memory_bytes ") > 1e6, "{text}");
            assert!(value("process_threads ") >= 1.0, "{text}");
            assert!(value("process_open_fds ") >= 3.0, "{text}");
            assert!(value("process_max_fds ") >= 3.0, "{text}");
            assert!(value("process_cpu_seconds_total ") >= 0.0, "{text}");
        }
    }
}
