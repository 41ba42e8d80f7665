import base from "./playwright.config.mjs";
export default { ...base, outputDir: "/tmp/w/alt-e2e", webServer: { ...base.webServer, command: "node serve.mjs /tmp/w/dist2 4340", url: "http://127.0.0.1:4340/" }, use: { ...base.use, baseURL: "http://127.0.0.1:4340/" } };
