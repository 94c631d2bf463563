//! The yardstick of `bench/http.sh`: an actix route that does nothing, in the server's build profile, with the settings of actix and the
//! system's allocator.

use actix_web::{App, HttpResponse, HttpServer, web};

#[actix_web::main]
async fn main() -> std::io::Result<()> {
    let route = || async { HttpResponse::Ok().body("ok") };
    let server = HttpServer::new(move || App::new().route("/", web::get().to(route)));
    let server = server.bind(("127.0.0.1", 0))?;
    for address in server.addrs() {
        println!("listening on http://{address}");
    }
    server.run().await
}
