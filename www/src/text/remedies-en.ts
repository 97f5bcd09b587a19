/** The remedy of each problem, by its code, in English. */

export const remediesEn: Readonly<Record<string, string>> = {
  empty_question: "Write a question first.",
  long_question: "This question is too long. Give long text as a document and ask about it.",
  no_document: "Add a document first: drop a file, paste text, or try the sample.",
  empty_document: "This document holds no text. Choose another one.",
  empty: "This file is empty. Choose another one.",
  no_text: "No text was found in this file. Choose another one, or paste its text.",
  binary: "This kind of file cannot be read. Choose PDF, Word (DOCX), EPUB, CSV, HTML or text.",
  too_large:
    "Files can have up to 20 MB in all. Take the documents that matter, or split one and ask each part.",
  pdf_encrypted: "This PDF file is locked with a password. Save a copy without it and add that.",
  pdf_scanned:
    "The pages of this PDF file are pictures, as after a scan. Run a text recognition (OCR) over it first.",
  pdf_unknown_characters:
    "The fonts of this PDF file do not say which characters they show. Export it again with embedded fonts, or copy its text from a viewer and paste that.",
  pdf_damaged:
    "This PDF file is damaged. Download or export it again, or open it in a viewer and save a copy.",
  file_encrypted:
    "This file is locked with a password, or was sold with a lock. Save a copy without it and add that.",
  file_damaged:
    "This file is damaged. Download or export it again, or open it in its program and save a copy.",
  file_unreadable:
    "The browser could not read this file: it was changed, moved or locked. Remove it and choose it again.",
  unpacked_too_large:
    "Unpacked, this file has more text than can be read at once. Split it and ask about each part.",
  reader_failed:
    "This file could not be read. Open it in a viewer, save a copy and add that, or paste its text.",
  host_unavailable:
    "Something that the page needs did not load. Check the connection and ask again.",
  busy: "Another question is being answered. Wait for it, or stop it.",
  import_malformed:
    "This is not a memory saved by this page. Choose a JSON file made by “Export memory”.",
  import_inconsistent:
    "This saved memory has been changed or is damaged. Choose the file as it was exported.",
  import_too_new: "This memory was saved by a newer version of this page. Reload the page.",
  export_too_large:
    "This memory is too large to be restored from a file. Export the journal instead, or ask about fewer documents.",
  import_too_large: "This saved memory is too large to be restored here.",
  wasm_unreachable:
    "A part of the engine could not be loaded. Go online and ask again; a recent browser is needed.",
  worker_unreachable: "A part of the page could not be loaded. Go online and ask again.",
  wasm_invalid:
    "A part of the engine is not what it should be: the server sent another page, or a file that is cut off. Reload the page; if that does not help, whoever runs this page must serve its files anew.",
  wasm_blocked:
    "The content security policy of this page forbids WebAssembly. Whoever runs this page must allow it: script-src 'wasm-unsafe-eval'.",
  worker_blocked:
    "The content security policy of this page forbids workers. Whoever runs this page must allow them: worker-src 'self'.",
  host_lacks: "This browser lacks something that the page needs. Use a recent browser.",
  engine_crashed:
    "The engine stopped, as when memory runs out. Ask again with shorter documents; reload the page if that fails, too.",
  no_address:
    "The base address of the language model must begin with http:// or https://. Correct it in the settings.",
  not_an_image:
    "This is no image that a model can look at. Give PNG, JPEG, GIF, WebP, BMP or AVIF.",
  image_unseen:
    "Only a language model that sees can look at an image. Choose one below, or take the image away.",
  no_key: "This model wants a key. Write it here.",
  no_model_name:
    "Write the model’s name in the settings of the language model, as its endpoint calls it.",
  budget_form:
    "The budget in the settings cannot be read. Write limits above 0, each with its unit, such as 0.10 USD, 50000 tokens, 20 requests, 90 s or 5 min.",
  budget_unit:
    "The budget in the settings has an unknown unit. It takes a currency such as USD, tokens, requests, s or min.",
  price_form:
    "The prices in the settings cannot be read. Write both as numbers, such as 0.15 and 0.60, or neither.",
  budget_twice: "The budget in the settings limits the same thing twice. Leave one of them out.",
  invalid_setting:
    "A setting cannot be used as it is. A budget in money needs a model whose price is known, in its currency; tokens can be limited for any model.",
  llm_unauthorized:
    "The language model’s endpoint refused the key. Check the key in the settings, and that it may use this model.",
  site_refused:
    "This site knows your access token, but the language model’s service refused the site. Whoever runs the site must check its key and its model.",
  llm_quota_exceeded:
    "The account of this key has no credit left. Top it up, or use another key or model.",
  llm_rate_limited: "The endpoint asks to slow down. Wait a little, then go on.",
  llm_not_before: "The endpoint asks for a long pause. Go on after the time it names.",
  llm_not_found:
    "The endpoint knows no such model or address. Check the model’s name and the base address in the settings.",
  llm_malformed:
    "What answers at the base address is no endpoint like OpenAI’s. Check the address; it often ends in /v1.",
  llm_refused: "The endpoint refused the request. Check the model’s name and what it can do.",
  llm_filtered: "The endpoint takes no such text. Ask otherwise, or use another model.",
  llm_context_overflow:
    "This is too long for the model. Ask about less, or use a model that reads more at once.",
  llm_server: "The endpoint failed. Try again in a while, then go on with this run.",
  llm_incomplete: "The endpoint’s answer broke off. Try again.",
  network_unreachable:
    "The server could not be reached. Is it running, and is the address right? A model on your machine must also let this page ask it (Ollama: OLLAMA_ORIGINS; LM Studio: Enable CORS). Services that let no page ask them need a proxy.",
  cors_refused:
    "Something answers there, but it lets this page read nothing (CORS). Allow this page’s address there (Ollama: OLLAMA_ORIGINS; LM Studio: Enable CORS), or set a proxy and ask the language model through it.",
  proxy_refuses_page:
    "Something answers at the proxy’s address, but it lets this page read nothing. Whoever runs the proxy must list this page’s address there (--origin).",
  web_refuses_page:
    "This service answers, but lets no page read it (CORS). Write the address of a proxy under “Proxy”.",
  search_unauthorized: "The search service refused the key. Check the key of the chosen service.",
  search_bad_language:
    "The language of search results is no code. Write one such as en or zh-cn, or leave it empty.",
  search_quota_exceeded: "The search account has no credit left. Top it up, or use another key.",
  search_rate_limited: "The search service asks to slow down. Wait a little.",
  reader_unauthorized:
    "The reader refused the key, or wants one. Check the Jina key, or let pages be read directly.",
  reader_quota_exceeded: "The reader’s account is used up. Top it up, or use another key.",
  reader_rate_limited: "The reader asks to slow down. Wait a little, or write a Jina key.",
  search_refused:
    "The search service answered with something else than results. Check its address, or try again later.",
  reader_refused:
    "The page of the test could not be read. Try again later, or let pages be read the other way.",
  network_timeout: "The server took too long. Try again, or use a smaller model.",
  network_stalled: "The server stopped answering. Try again.",
  network_broken: "The connection broke off. Check it, then go on with this run.",
  store_full:
    "There is no room left to keep this run: it goes with the tab. Delete earlier runs, or free space on this device.",
  store_io: "This browser could not store the run. Save it as a file if you want to keep it.",
  stored_run_not_found: "This run is no longer kept: it may have been deleted in another tab.",
  stored_run_at_work:
    "This run is at work in another tab. Follow it there, or go on here once it has ended.",
  journal_malformed:
    "This is not a journal saved by this page. Choose a file made by “Export journal”.",
  journal_wrong_format:
    "This is not a journal saved by this page. Choose a file made by “Export journal”.",
  journal_damaged: "This journal is damaged. Choose the file as it was exported.",
  journal_too_new: "This journal was saved by a newer version of this page. Reload the page.",
  journal_without_request: "This journal does not say what was asked, so it cannot be run again.",
  journal_mismatch:
    "This journal was made by another version and does not fit this one. Ask the question again.",
};
