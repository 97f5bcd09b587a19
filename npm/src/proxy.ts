/** The proxy, for Workers and Node: a language model, web search and pages, with keys that only it holds. */

export type { Dialer } from "./host.ts";
export { createProxy } from "./proxy/create-proxy.ts";
export { languageModelService, readerService, searchService } from "./proxy/known-services.ts";
export type { ProxyLimits, ProxyLogEntry, ProxyServerOptions, Service } from "./proxy/options.ts";
export { type RateLimit, rateLimit } from "./proxy/rate-limit.ts";
export { hashOf, newToken, userWith } from "./proxy/tokens.ts";
