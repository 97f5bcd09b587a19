/** What --help prints. */
import { PROVIDER_NAMES } from "../language-model.ts";

export const HELP = `Ask a question about documents and get an answer made of quoted, cited sentences; with a language model of
yours, an answer that it wrote from what it found.

  ask "QUESTION" --doc FILE [--doc FILE …]
  ask "QUESTION" < FILE
  ask --questions FILE.jsonl --doc FILE
  ask "QUESTION" --llm NAME --search
  ask --resume FILE
  ask --replay FILE
  runs --runs FOLDER [--delete ID]
  memory list|search|forget|restore|purge|tidy|export|import --runs FOLDER

Questions and documents
  --doc FILE         A document: PDF, text, Markdown, HTML or source code; may be given several times.
                     Without it the document is read from standard input.
  --questions FILE   Answer many questions over one reading of the documents. FILE holds one question a line,
                     as a JSON string or as {"question": …, "id": …}; one JSON object a line is printed. A
                     question that fails has an "error" with "code" and "message" in its line; the rest go on.
  --no-model         Search by keywords alone, without the embedding model.
  --lang en|zh       Language of labels and prompts; by default the question's.
  --report-lang en|zh
                     Language that the answer is written in; what is quoted stays as it is. By default that of
                     the labels, with a language model the question's.

With a language model
  --llm NAME|URL     Ask a language model: ${PROVIDER_NAMES.join(", ")}, or the address of any
                     endpoint like OpenAI's. Documents are then sent there, and --doc may be left out.
  --model NAME       Which model; for deepseek it may be left out.
  --search           Let the model search the web with SERPER_API_KEY; so also without this where that is set.
  --search-lang CODE Language of search results, such as en or zh-cn; by default the service's choice.
  --budget LIMIT     What answering a question may take at most: 0.10 USD, 50000 tokens, 20 requests, 90 s; several
                     by commas. What would go beyond is not begun, and the answer is made of what is known.
  --prices FILE      What models cost, where that is not known or you pay another price: JSON as in
                     models/prices.json.

What is written
  --json             Print one JSON object: the answer, its citations, the retrieved passages with their
                     scores, and timings; with a language model also what it cost.
  --quiet            No progress.
  --export FILE      Write the memory (graph, entries, answer) to FILE as JSON.
  --text-dir DIR     Write each document's text, which offsets count in, to a file in DIR (UTF-8); in JSON
                     documents[].text names it.
  --runs FOLDER      Keep every run in FOLDER from its first moment, documents included, no key: what is killed in
                     the midst of one loses nothing that was paid for. One process at a time has a folder.
                     What is asked with it is remembered there, and given to later questions: to whatever
                     language model they are asked with. What is given is told on standard error, with its id.
  --no-memory        Give this question nothing of what is remembered, and remember nothing of it.
  --journal FILE     Write the journal to FILE, however the run ends: every effect of it, no key.
  The answer goes to standard output, everything else to standard error. Offsets ("start", "end") count
  characters (Unicode code points) of the document's text. For a text file that is the file itself, decoded; for
  HTML and PDF it is the text that is extracted.

Runs that ended early
  --resume FILE      Go on with the run of a journal that was stopped or failed. What it has is not asked again,
                     so no call is paid for twice. Its endpoint is the journal's; the key is sent there only if
                     --llm or LLM_BASE_URL names the same. Settings and limits are the journal's, too.
  --replay FILE      Run a journal again without a network: the same events, the same answer.
  --runs FOLDER --resume ID, --runs FOLDER --replay ID
                     Likewise with a run of the folder, also one that was killed. What is the id of a run there is
                     that run; all else is the path of a journal (./ID for a file that is named like a run).

Runs that are kept
  runs --runs FOLDER List them, the youngest first: id, how it stands, when it last changed, size, question.
                     With --json as one JSON array.
  runs --runs FOLDER --delete ID
                     Delete one, with its documents.

What is remembered
  memory list --runs FOLDER [--forgotten]
                     List it, the youngest first: id, since when, where it comes from, its words. First what is
                     remembered of you, then what runs have taught, then the runs that were learned from.
                     --forgotten lists what is forgotten and can be restored.
  memory search "WORDS" --runs FOLDER [--no-model]
                     What comes to mind of you, the best first, and why. --no-model: found by its words alone.
  memory forget ID … --runs FOLDER
                     Forget what is remembered of you until it is restored; what runs have taught, for good.
  memory restore ID … --runs FOLDER
                     Remember what is forgotten again.
  memory purge ID … --runs FOLDER
                     Delete what is forgotten for good.
  memory tidy --runs FOLDER [--no-model]
                     Tidy up at once, without a language model: make insights and summaries, let what matters little
                     fade, and abstract what runs have taught. After its answer, ask does what is due of it.
                     --no-model: what has no vector yet is left without.
  memory export FILE --runs FOLDER
                     Write all of it to FILE as JSON Lines.
  memory import FILE --runs FOLDER
                     Take such a file in. What is known stays; a file that is damaged changes nothing.
  With --json each prints what it did, or found, as JSON.

Besides
  --help, --version

Exit status
  0    answered, also when the documents do not hold the answer
  1    failure
  2    wrong usage or unusable input
  130  cancelled by Ctrl-C or SIGTERM, which prints what there is by then; a second one ends at once
  Of several questions the gravest counts.

Environment
  LLM_API_KEY, LLM_BASE_URL, LLM_MODEL
                     The language model's key, endpoint and name; the key or the endpoint alone turns it on.
  LLM_TEMPERATURE, LLM_TOP_P (of planning and acting), LLM_MAX_TOKENS, MAX_LLM_CALL_PER_RUN, MAX_CONTEXT_TOKENS
                     Its bounds.
  {CLASSIFICATION,STRUCTURE,ANALYSIS,INTEGRATION,PLANNING,REACT,READING}_AGENT_{WINDOW,TEMPERATURE,TOP_P}
                     Each agent's own; the tokens that it reads at once are 32000 where none are given. The REACT
                     agent's window is MAX_CONTEXT_TOKENS, 128000.
  AMB_BUDGET, AMB_PRICES
                     As --budget and --prices.
  AMB_RUNS           As --runs.
  AMB_PASSPHRASE     What that folder is encrypted with, from its first run on.
  NEO4J_URL, NEO4J_USER, NEO4J_PASSWORD, NEO4J_DATABASE
                     Keep what runs have taught on this Neo4j server, for all who name it, instead of in the folder
                     of --runs, which must be given, too. User and database are neo4j where none are named.
  SERPER_API_KEY, JINA_API_KEY
                     The keys of web search and page reader, for a language model to use.
  RETRIEVAL_K, RETRIEVAL_ALPHA, CHUNK_RATIO
                     How memory is searched and documents are cut.
  AMB_MODELS         The folder of the embedding model.
  NO_COLOR           No colours.`;
