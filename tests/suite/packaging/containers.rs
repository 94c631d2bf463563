//! The container image and the composition with PostgreSQL and nginx.

use std::net::IpAddr;
use std::sync::Arc;

use ipnet::IpNet;
use saphyr::{LoadableYamlNode as _, YamlOwned};

use super::{pairs, path, text};
use crate::server::{Server, Workplace};

/// The instructions of the image itself: those of the last stage.
fn instructions() -> Vec<(String, String)> {
    let file = text("Containerfile");
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let pairs = lines.map(|line| line.split_once(' ').unwrap_or_else(|| panic!("{line:?}")));
    let all: Vec<_> = pairs.map(|(name, rest)| (name.to_owned(), rest.to_owned())).collect();
    let last = all.iter().rposition(|(name, _)| name == "FROM").unwrap();
    all[last..].to_vec()
}

/// The arguments of the only instruction of this name.
pub(crate) fn instruction(name: &str) -> String {
    let found: Vec<_> = instructions().into_iter().filter(|(other, _)| other == name).collect();
    let [(_, rest)] = &found[..] else { panic!("{name}: {found:?}") };
    rest.clone()
}

/// A command that is written as a JSON list: a shell, which would read it otherwise, is not in the image.
pub(crate) fn command(text: &str) -> Vec<String> {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

#[case]
fn the_image_has_nothing_but_the_program_and_a_directory_that_it_owns() {
    assert_eq!(instruction("FROM"), "scratch");
    let user = instruction("USER");
    assert!(user.split(':').all(|id| id.parse::<u32>().is_ok_and(|id| id > 0)), "{user}");
    let entrypoint = command(&instruction("ENTRYPOINT"));
    let [program] = &entrypoint[..] else { panic!("{entrypoint:?}") };
    let script = text("build-static.sh");
    assert!(script.contains(&format!("rootfs{program}\"")), "{program}");
    let directory = instruction("WORKDIR");
    assert!(script.contains(&format!("rootfs{directory}\"")), "{directory}");
    assert_eq!(command(&instruction("VOLUME")), [directory]);
    let copied: Vec<_> = instructions().into_iter().filter(|(name, _)| name == "COPY").collect();
    assert!(copied.iter().all(|(_, rest)| rest.starts_with("--from=build ")), "{copied:?}");
    assert!(copied[1].1.contains(&format!("--chown={user} /rootfs/var/lib/ ")), "{copied:?}");
}

#[case]
fn the_commands_of_the_image_are_those_of_the_program() {
    let mut server = Server::start();
    assert_eq!(command(&instruction("CMD")), ["serve"]);
    let check = instruction("HEALTHCHECK");
    let (_, check) = check.split_once("CMD ").unwrap();
    let check = command(check);
    assert_eq!(command(&instruction("ENTRYPOINT")), check[..1]);
    let port = instruction("EXPOSE");
    assert_eq!(instruction("ENV"), format!("GRADUS_BIND=0.0.0.0:{port}"));
    // Within the image this variable tells the check where the server is.
    let (workplace, address) =
        (Workplace::new(), server.url().trim_start_matches("http://").to_owned());
    let is_healthy = || {
        let mut health = workplace.gradus(&[]);
        health.args(&check[1..]).env("GRADUS_BIND", &address).status().unwrap().success()
    };
    assert!(is_healthy(), "{check:?}");
    server.kill();
    assert!(!is_healthy(), "{check:?}");
}

/// A part of the composition, with what it takes over from elsewhere by `<<`.
fn part<'a>(node: &'a YamlOwned, names: &[&str]) -> &'a YamlOwned {
    names.iter().fold(node, |node, name| {
        let own = node.as_mapping_get(name);
        let part = own.or_else(|| node.as_mapping_get("<<")?.as_mapping_get(name));
        part.unwrap_or_else(|| panic!("there is no {name} of {names:?}"))
    })
}

fn composition() -> YamlOwned {
    YamlOwned::load_from_str(&text("compose.yaml")).unwrap().remove(0)
}

/// The names of a mapping.
fn names(node: &YamlOwned) -> Vec<&str> {
    node.as_mapping().unwrap().keys().map(|name| name.as_str().unwrap()).collect()
}

/// The address of a service in the network that the others reach it by.
fn address<'a>(composition: &'a YamlOwned, service: &str) -> &'a str {
    let path = ["services", service, "networks", "inside", "ipv4_address"];
    part(composition, &path).as_str().unwrap()
}

/// The replicas of Gradus.
fn replicas(composition: &YamlOwned) -> Vec<&str> {
    let services = names(part(composition, &["services"])).into_iter();
    services.filter(|name| name.starts_with("gradus-")).collect()
}

#[case]
fn nginx_finds_every_replica_and_they_believe_nobody_else() {
    let composition = composition();
    let replicas = replicas(&composition);
    let upstream = text("nginx/gradus-upstream-compose.conf");
    let servers = upstream.lines().filter_map(|line| line.trim().strip_prefix("server "));
    let servers: Vec<&str> = servers.map(|line| line.split(' ').next().unwrap()).collect();
    let addresses = replicas.iter().map(|name| address(&composition, name));
    let expected: Vec<String> = addresses.map(|address| format!("{address}:8080")).collect();
    assert_eq!(servers, expected);
    let configs = part(&composition, &["networks", "inside", "ipam", "config"]);
    let subnet = part(&configs.as_sequence().unwrap()[0], &["subnet"]).as_str().unwrap();
    let subnet: IpNet = subnet.parse().unwrap();
    for name in replicas.iter().chain(&["nginx"]) {
        let address: IpAddr = address(&composition, name).parse().unwrap();
        assert!(subnet.contains(&address), "{name}");
    }
    for &name in &replicas {
        let trusted = ["services", name, "environment", "GRADUS_TRUSTED_PROXY"];
        assert_eq!(part(&composition, &trusted).as_str(), Some(address(&composition, "nginx")));
    }
}

#[case]
fn the_files_and_values_that_the_composition_wants_are_there() {
    let file = text("compose.yaml");
    let wanted = file.match_indices("${").map(|(at, _)| file[at + 2..].split_once(":?").unwrap().0);
    let mut wanted: Vec<&str> = wanted.collect();
    wanted.sort_unstable();
    wanted.dedup();
    let mut given: Vec<String> =
        pairs(&text("compose.env")).into_iter().map(|(name, _)| name).collect();
    given.sort_unstable();
    assert_eq!(wanted, given);

    let composition = composition();
    for service in names(part(&composition, &["services"])) {
        let service = part(&composition, &["services", service]);
        let volumes = service.as_mapping_get("volumes").into_iter();
        for volume in volumes.flat_map(|list| list.as_sequence().unwrap()) {
            let (here, _) = volume.as_str().unwrap().split_once(':').unwrap();
            // The certificate is the operator's own.
            if here.starts_with("./") && here != "./tls" {
                assert!(path(here).is_file(), "{here}");
            }
        }
        if let Some(build) =
            service.as_mapping_get("<<").and_then(|all| all.as_mapping_get("build"))
        {
            let context = path(part(build, &["context"]).as_str().unwrap());
            assert!(context.join("Cargo.lock").is_file(), "{}", context.display());
            assert!(context.join(part(build, &["dockerfile"]).as_str().unwrap()).is_file());
        }
    }
}

#[case]
fn a_replica_starts_with_the_environment_of_the_composition() {
    let composition = composition();
    for name in replicas(&composition) {
        let environment = part(&composition, &["services", name, "environment"]);
        let environment = environment.as_mapping().unwrap();
        let value = |value: &YamlOwned| {
            let secret = "5".repeat(64);
            let value =
                value.as_str().unwrap().replace("${GRADUS_SECRET:?set it in .env}", &secret);
            let url = "${GRADUS_PUBLIC_URL:?set it in .env}";
            value.replace(url, "https://gradus.example")
        };
        let pairs = environment.iter().map(|(name, text)| (name.as_str().unwrap(), value(text)));
        let pairs: Vec<_> = pairs.collect();
        let database = pairs.iter().find(|(name, _)| *name == "GRADUS_DATABASE").unwrap();
        assert!(database.1.ends_with("@postgres/gradus"), "{}", database.1);
        // Its database is not here.
        let others = pairs.iter().filter(|(name, _)| *name != "GRADUS_DATABASE").cloned();
        let workplace = Arc::new(Workplace::new());
        let mut server = Server::start_with(&workplace, |command| command.envs(others));
        assert!(!workplace.path("gradus.secret").exists());
        server.terminate();
    }
}
