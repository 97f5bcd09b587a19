/** The output of --help. */
import { PROVIDER_NAMES } from "../language-model.ts";
import { SEARCH_SERVICE_NAMES } from "../search-services.ts";

/** The output without a command. */
export const USAGE = `usage: agentic-memory-bank ask "QUESTION" --doc FILE
       agentic-memory-bank runs | memory ACTION | proxy | mcp | --where
       agentic-memory-bank --help explains every command and option`;

export const HELP = `Answers a question about documents with quoted sentences and their citations.
With a language model, the model writes the answer from what it found.

Commands
  npx agentic-memory-bank ask "QUESTION" --doc FILE [--doc FILE …]
  agentic-memory-bank ask "QUESTION" < FILE
  agentic-memory-bank ask --questions FILE.jsonl --doc FILE
  agentic-memory-bank ask "QUESTION" --llm NAME --search-service wikipedia
  agentic-memory-bank ask "QUESTION" --doc FILE --keep
  agentic-memory-bank ask --resume FILE|ID
  agentic-memory-bank ask --replay FILE|ID
  agentic-memory-bank runs [--delete ID]
  agentic-memory-bank memory list|search|forget|restore|purge|tidy|export|import
  agentic-memory-bank proxy [--port N] [--host ADDRESS] [--origin ORIGIN …] [--pages]
  agentic-memory-bank mcp [--documents FOLDER …] [--http [PORT]]
  agentic-memory-bank --where

The embedding model
  A second package holds it. Without it, passages are found by keywords alone.
  Installed:  npm install agentic-memory-bank-minilm
  With npx:   npx -p agentic-memory-bank -p agentic-memory-bank-minilm agentic-memory-bank ask …

Questions and documents
  --doc FILE         A document: PDF, Word, EPUB, CSV, HTML, Markdown, text or source code.
                     Repeat it for more.
                     Without it, the document is read from standard input.
  --questions FILE   Answer many questions over one reading of the documents. Each line of FILE is a
                     question: a JSON string, or {"question": …, "id": …}. Each answer is printed as
                     one line of JSON. A question that fails has "error" with "code" and "message"
                     in its line; the others go on.
  --no-model         Search by keywords alone, without the embedding model.
  --lang en|zh       Language of labels and prompts. Default: the question's.
  --report-lang en|zh
                     Language of the answer; quotations stay as they are. Default: the language of
                     the labels, or with a language model the question's.

With a language model
  --llm NAME|URL     The language model's service, or the URL of any endpoint like OpenAI's. Names:
                     ${PROVIDER_NAMES.join(", ")}.
                     The documents are sent there. --doc is then optional.
  --model NAME       The model's name. Optional for deepseek.
  --reads short|all|none
                     Which documents the model reads itself, topic by topic. The others are read by
                     their words, at no cost. Default: short, up to some four pages together.
  --search           Require web search, by Serper unless another service is named; Serper needs
                     SERPER_API_KEY. Where that is set, the model may search without this option.
  --search-service NAME
                     Search the web by this service: ${SEARCH_SERVICE_NAMES.join(", ")}.
                     wikipedia needs no key and finds its articles alone; jina needs JINA_API_KEY.
  --search-lang CODE Language of search results, such as en or zh-cn; for wikipedia the code of a
                     wiki, such as zh. Default: the service's choice; for wikipedia zh if the
                     question is in Chinese, else en.
  --budget LIMIT     Limit of each answer: 0.10 USD, 50000 tokens, 20 requests or 90 s. Separate
                     several by commas. A step that would exceed it is not begun, and the answer is
                     made of what is known by then. Default: 200 requests.
  --prices FILE      Prices of models that are not known, or that you pay differently. Per million
                     tokens: {"models": [{"model": "m", "input": 0.3, "output": 1.2}]}

Output
  The answer goes to standard output, everything else to standard error.
  --json             Print one JSON object: answer, citations, retrieved passages with scores, and
                     timings; with a language model also the cost.
  --quiet            Print no progress.
  --export FILE      Write the run's memory (graph, entries, answer) to FILE as JSON.
  --text-dir DIR     Write the text of each document to a file in DIR (UTF-8). In JSON,
                     documents[].text is its path.
  --journal FILE     Write the run's journal to FILE, however the run ends. It holds no key.
  Offsets ("start", "end") count characters (Unicode code points) of the document's text. For plain
  text, Markdown and source code that is the decoded file, for all others the extracted text.

Where runs and memories are kept
  --where            Print the folder, and do nothing else.
  --keep             Keep this run and remember it, in that folder. A kept run survives a crash from
                     its first moment. It holds the documents, but no key. Later questions that are
                     kept are given what is remembered, whichever language model they ask; standard
                     error lists what was given, with its id.
  --runs FOLDER      Use FOLDER instead of the platform's data folder. For ask it implies --keep.
                     AMB_RUNS does the same; --runs takes precedence over it.
  --no-memory        Give this question nothing that is remembered, and remember nothing of it.
  Several programs can use a folder at once. --runs works with every command below.

Runs that ended early
  --resume FILE|ID   Go on with a run that was stopped or killed, or that failed: a journal's file,
                     or the id of a kept run (./ID for a file of that name). No call is repeated, so
                     none is paid for twice. Endpoint, settings and limits are the journal's. The
                     model's key is sent only where --llm or LLM_BASE_URL names the same endpoint.
  --replay FILE|ID   Run it again without a network: the same events, the same answer. It keeps
                     nothing.

Kept runs
  runs               List them, the latest first: id, state, time of the last change, size,
                     question. With --json as a JSON array.
  runs --delete ID   Delete a run with its documents.

Memory
  memory list [--forgotten]
                     List the memories of you, then what runs have taught, then the runs it was
                     learned from: id, time, source, words. Memories and runs: latest first.
                     --forgotten lists forgotten memories, which can be restored.
  memory search "WORDS" [--no-model]
                     Search the memories of you, best first, with the reasons. --no-model: by
                     keywords alone.
  memory forget ID … Forget memories of you until they are restored. What runs have taught is
                     forgotten for good.
  memory restore ID …
                     Restore forgotten memories.
  memory purge ID …  Delete forgotten memories for good.
  memory tidy [--no-model]
                     Do all upkeep now, without a language model: make insights and summaries, let
                     minor memories fade, and generalize what runs have taught. After an answer,
                     ask does the part that is due. --no-model: add no vectors.
  memory export FILE Write all memories to FILE as JSON Lines.
  memory import FILE Read such a file. Known memories stay; a damaged file changes nothing.
  With --json each prints its result as JSON.

Proxy
  proxy              Ask the language model, web search and pages for a page in a browser, or for
                     programs, with the keys of the environment. It serves until Ctrl-C. It prints
                     its address, as the settings of the page take it, and an access token. The keys
                     go to their own services alone.
  --port N           Port to listen on; 0: any that is free. Default: 8788.
  --host ADDRESS     Address to listen at. Default: 127.0.0.1, which only this machine reaches.
  --origin ORIGIN    Exact origin of a page that may call, such as https://app.example. Repeat it
                     for more. Programs need none.
  --pages            Also read any public page, without a key.

MCP server
  mcp                Give an MCP client (Claude Code, Claude Desktop, Cursor, VS Code) the three
                     memories as tools: documents and research, what is known of you, what runs have
                     taught. It serves on standard input and output until the client ends it.
                     It takes --runs, --no-model, --report-lang and the options of a language model.
  --documents FOLDER Folder whose files the client's model may read. Repeat it for more. Default:
                     the folders that the client itself names (its roots), and none over HTTP.
  --http [PORT]      Serve over HTTP instead, at /mcp, until Ctrl-C. Default: port 8789; 0: any that
                     is free. --host and --origin work as with proxy. Beyond this machine, and with
                     --origin, an access token is needed, and printed.

Other options
  --help, -h         Print this text.
  --version, -V      Print the version.

Exit status
  0    answered, also when the documents do not hold the answer
  1    failure
  2    wrong usage or unusable input
  130  cancelled by Ctrl-C or SIGTERM, after printing the partial result; a second one ends at once
  Of several questions the gravest counts.

Environment
  LLM_API_KEY, LLM_BASE_URL, LLM_MODEL
                     The language model's key, endpoint and name. Key or endpoint alone turns it on.
  LLM_TEMPERATURE, LLM_TOP_P
                     Sampling of the planning and acting agents.
  LLM_MAX_TOKENS, MAX_LLM_CALL_PER_RUN
                     Limits of one reply and of a run's requests.
  MAX_CONTEXT_TOKENS Context window of the acting agent. Default: 128000 tokens.
  AGENT_WINDOW, AGENT_TEMPERATURE, AGENT_TOP_P
                     The same for one agent; put its name before it, as in PLANNING_AGENT_TOP_P. The
                     names: CLASSIFICATION, STRUCTURE, ANALYSIS, INTEGRATION, PLANNING, REACT (the
                     acting agent, without WINDOW), READING. Default window: 32000 tokens.
  AMB_BUDGET, AMB_PRICES
                     As --budget and --prices.
  AMB_RUNS           As --runs.
  AMB_PASSPHRASE     Passphrase that encrypts the folder, from its first run on.
  AMB_PROXY_TOKEN    Access token of the proxy. Default: a fresh one at each start.
  AMB_MCP_TOKEN      Access token of the MCP server over HTTP. Default: none on this machine alone
                     without --origin, else a fresh one at each start.
  NEO4J_URL, NEO4J_USER, NEO4J_PASSWORD, NEO4J_DATABASE
                     Keep what runs have taught on this Neo4j server, for all who name it, instead
                     of in the folder. ask then needs --keep or --runs. User and database default
                     to neo4j.
  SERPER_API_KEY, JINA_API_KEY
                     Keys of web search and page reader, which a language model may use.
  SEARCH_SERVICE     As --search-service, which takes precedence.
  RETRIEVAL_K, RETRIEVAL_ALPHA, CHUNK_RATIO
                     Settings of retrieval and of splitting documents.
  AMB_MODELS         Folder of the embedding model, or of several with commas between them.
  NO_COLOR           Print no colours.`;
