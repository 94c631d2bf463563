// The page of the API's description: it is shown with Swagger UI, in light or dark as the reader likes it.

import { at } from "./reach.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
follow();
dark.addEventListener("change", follow);

// Keys are forgotten with the page, and nobody outside is asked whether the document is valid.
window.SwaggerUIBundle({
  url: at("/openapi.json"),
  dom_id: "#docs",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
});
