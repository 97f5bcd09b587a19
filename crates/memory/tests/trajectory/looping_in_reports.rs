//! Errors as tools report them, in several lines, in paths and in JSON: which of them are one (CG-06).

use super::looping_by_chance::{filled, is_loop, taken_for_one};

/// What sets errors apart may stand on another line than that which tells their type.
#[test]
fn cg_06_what_explains_an_error_sets_it_apart() {
    let mut wrong = Vec::new();
    for (pattern, things) in [
        (
            "___ {} ___\n    def {}():\n>       assert get() == 200\nE       assert 404 == 200\n\n\
             tests/test_app.py:10: AssertionError\n=== short test summary info ===\n\
             FAILED tests/test_app.py::{} - assert 404 == 200\n=== 1 failed in 0.12s ===",
            ["test_login", "test_logout", "test_reset"],
        ),
        (
            "FAIL src/list.test.ts\n  ● List › {}\n\n    expect(received).toBe(expected)\n\n    Expected: 3\n    Received: 4",
            ["renders items", "sorts by name", "shows an empty list"],
        ),
        (
            "ERROR: {} (tests.test_cart.CartTest)\nTraceback (most recent call last):\n  File \"/repo/tests/test_cart.py\", \
             line 3, in run\nTypeError: f() takes 0 positional arguments but 1 was given",
            ["test_add", "test_remove", "test_sort"],
        ),
        (
            "Failures:\n\n  1) Cart {}\n     Failure/Error: expect(x).to eq(30)\n       expected: 30\n            got: 25",
            ["adds", "removes", "sorts"],
        ),
        (
            "There was 1 failure:\n\n1) CartTest::{}\nFailed asserting that false is true.",
            ["testAdd", "testRemove", "testSort"],
        ),
        (
            "test tests::{} ... FAILED\nthread 'main' panicked at src/lib.rs:20:9:\nassertion failed: ok",
            ["adds", "removes", "sorts"],
        ),
        (
            "TimeoutError: page.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for locator('{}')",
            ["#submit", "#cancel", "text=Log in"],
        ),
        (
            "HTTP 400 Bad Request\n{\"error\":\"{}\"}",
            [
                "unknown parameter: limit",
                "the date is not in ISO format",
                "the body holds no items",
            ],
        ),
        (
            "请求失败，状态码 400\n{\"msg\":\"{}\"}",
            ["缺少手机号", "日期格式错误", "订单已关闭"],
        ),
        (
            "Exit code 1\nmain.c:10:5: error: {}",
            [
                "expected expression",
                "use of undeclared identifier 'x'",
                "too few arguments to function call",
            ],
        ),
        (
            "Command failed with exit code 1\nfatal: {}",
            [
                "not a git repository",
                "bad revision 'main'",
                "Authentication failed",
            ],
        ),
        (
            "Main.java:9: error: cannot find symbol\n        total += {};\n                 ^\n  symbol:   variable {}\n  \
             location: class Main",
            ["price", "total", "customer"],
        ),
        (
            "error[E0308]: mismatched types\n --> src/main.rs:10:5\n   |\n10 |     run(a)\n   |         ^ expected `{}`, \
             found `bool`",
            ["i32", "String", "Path"],
        ),
        (
            "thread 'main' panicked at src/main.rs:5:10:\n{}",
            [
                "index out of bounds: the len is 3",
                "called `Option::unwrap()` on a `None` value",
                "attempt to subtract with overflow",
            ],
        ),
        (
            "pydantic_core._pydantic_core.ValidationError: 1 validation error for User\n{}\n  Field required",
            ["email", "name", "age"],
        ),
        (
            "Traceback (most recent call last):\n  File \"/repo/manage.py\", line 3, in <module>\n    main()\n\
             django.core.exceptions.ImproperlyConfigured: {}",
            [
                "the SECRET_KEY setting must not be empty",
                "the app has no label",
                "the engine is not known",
            ],
        ),
        (
            "Traceback (most recent call last):\n  File \"/repo/a.py\", line 3, in <module>\n    main()\n{}",
            [
                "zipfile.BadZipFile: File is not a zip file",
                "socket.gaierror: Name or service not known",
                "configparser.NoSectionHeader: File contains no headers",
            ],
        ),
        (
            "{\n  \"error\": {\n    \"code\": 400,\n    \"message\": \"Unable to parse range: {}!A1:B\",\n    \
             \"status\": \"INVALID_ARGUMENT\"\n  }\n}",
            ["Sheet1", "Costs", "Data"],
        ),
        (
            "HTTP 422 {\"detail\":[{\"loc\":[\"body\",\"{}\"],\"msg\":\"field required\",\"type\":\"value_error.missing\"}]}",
            ["username", "zip", "vat"],
        ),
        (
            "HTTP 422 {\"detail\":[{\"type\":\"missing\",\"loc\":[\"body\",\"{}\"],\"msg\":\"Field required\"}]}",
            ["name", "price", "quantity"],
        ),
        (
            "HTTP 400 {\"error\":{\"code\":400,\"message\":\"Unable to parse range: {}\",\"errors\":[{\"message\":\"Unable to \
             parse range: {}\",\"domain\":\"global\",\"reason\":\"badRequest\"}],\"status\":\"INVALID_ARGUMENT\"}}",
            ["Sheet1", "Costs", "Data"],
        ),
        (
            "npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree\nnpm ERR! Found: {}",
            ["react@18.2.0", "eslint@9.0.0", "vite@5.0.0"],
        ),
        (
            "error: linking with `cc` failed: exit status: 1\n  = note: /usr/bin/ld: cannot find -l{}",
            ["ssl", "z", "pq"],
        ),
        (
            "没有找到与{}相关的结果",
            [
                "埃菲尔铁塔建成时的总高度是多少米",
                "伦敦塔桥由谁设计又在哪一年开放",
                "西镇教堂的钟是在什么时候铸成的",
            ],
        ),
    ] {
        if is_loop(&filled(pattern, things)) || !is_loop(&filled(pattern, [things[0]; 3])) {
            wrong.push(pattern);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Which connection was refused, or which address is taken, is told by a number wherever it stands.
#[test]
fn cg_06_a_service_is_told_by_its_port() {
    let ports = ["3000", "5432", "6379"];
    let wrong = taken_for_one(&[
        (
            "node:internal/deps/undici/undici:12618\n    Error.captureStackTrace(err, this);\n          ^\n\nTypeError: fetch \
             failed\n    at async main (/repo/a.mjs:2:1) {\n  [cause]: Error: connect ECONNREFUSED 127.0.0.1:{}\n      at \
             TCPConnectWrap.afterConnect [as oncomplete] (node:net:1555:16) {\n    errno: -111,\n    code: \
             'ECONNREFUSED',\n    syscall: 'connect',\n    address: '127.0.0.1',\n    port: {}\n  }\n}",
            ports,
        ),
        (
            "TypeError: fetch failed\n    at async main (/repo/a.mjs:2:1) {\n  [cause]: AggregateError [ECONNREFUSED]: \n      \
             at internalConnectMultiple (node:net:1122:18) {\n    code: 'ECONNREFUSED',\n    [errors]: [\n      Error: \
             connect ECONNREFUSED ::1:{}\n          at createConnectionError (node:net:1652:14) {\n        errno: -111",
            ports,
        ),
        (
            "AggregateError [ECONNREFUSED]: \n    at internalConnectMultiple (node:net:1122:18)\n    at \
             afterConnectMultiple (node:net:1689:7) {\n  code: 'ECONNREFUSED',\n  [errors]: [\n    Error: connect \
             ECONNREFUSED ::1:{}\n        at createConnectionError (node:net:1652:14) {\n      errno: -111,\n      code: \
             'ECONNREFUSED',\n      syscall: 'connect',\n      address: '::1',\n      port: {}\n    }",
            ports,
        ),
        (
            "INFO:     Started server process [12]\nINFO:     Waiting for application startup.\nINFO:     Application startup \
             complete.\nERROR:    [Errno 98] error while attempting to bind on address ('127.0.0.1', {}): address already in \
             use\nINFO:     Waiting for application shutdown.",
            ports,
        ),
        (
            "ConnectionRefusedError: [Errno 111] Connect call failed ('127.0.0.1', {})",
            ports,
        ),
        (
            "requests.exceptions.ConnectionError: HTTPConnectionPool(host='localhost', port={}): Max retries exceeded with url: \
             / (Caused by NewConnectionError('Failed to establish a new connection: [Errno 111] Connection refused'))",
            ports,
        ),
        (
            "Unhandled exception. System.IO.IOException: Failed to bind to address http://127.0.0.1:{}: address already in use.",
            ports,
        ),
        (
            "[2026-11-26 10:00:01 +0000] [12] [INFO] Starting gunicorn 22.0.0\n[2026-11-26 10:00:01 +0000] [12] [ERROR] \
             Connection in use: ('127.0.0.1', {})",
            ports,
        ),
        (
            "Error response from daemon: failed to bind host port for 0.0.0.0:{}:172.18.0.2:80/tcp: address already in use",
            ports,
        ),
        (
            "could not connect to postgres://u:p@localhost:{}/shop: connection refused",
            ports,
        ),
        ("Failed to fetch http://localhost:{}/api", ports),
        ("WebSocket connection to 'ws://localhost:{}/' failed", ports),
        ("Can't reach database server at `localhost:{}`", ports),
        (
            "ERROR 2003 (HY000): Can't connect to MySQL server on '127.0.0.1:{}' (111)",
            ports,
        ),
        (
            "Connecting to localhost (localhost)|127.0.0.1|:{}... failed: Connection refused.",
            ports,
        ),
        ("连接数据库失败：连接被拒绝（127.0.0.1:{}）", ports),
        ("启动失败：\n端口 {} 已被占用", ports),
        (
            "psycopg2.OperationalError: connection to server at \"localhost\" (127.0.0.1), port {} failed: Connection \
             refused\n\tIs the server running on that host and accepting TCP/IP connections?",
            ports,
        ),
    ]);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Frameworks tell what is wrong below a head of their own.
#[test]
fn cg_06_what_a_framework_tells_below_its_head_sets_errors_apart() {
    let wrong = taken_for_one(&[
        (
            "***************************\nAPPLICATION FAILED TO START\n***************************\n\nDescription:\n\n\
             Parameter 0 of constructor in com.acme.OrderService required a bean of type 'com.acme.{}' that could not be \
             found.\n\n\nAction:\n\nConsider defining a bean of type 'com.acme.{}' in your configuration.",
            ["CartRepository", "PriceService", "MailClient"],
        ),
        (
            "2026-11-26T10:00:01.123Z ERROR 12 --- [main] o.s.b.d.LoggingFailureAnalysisReporter   : \n\n\
             ***************************\nAPPLICATION FAILED TO START\n***************************\n\nDescription:\n\nWeb \
             server failed to start. Port {} was already in use.\n\nAction:\n\nIdentify and stop the process that's \
             listening on port {}.",
            ["8080", "8081", "9090"],
        ),
        (
            "PrismaClientKnownRequestError: \nInvalid `prisma.user.create()` invocation in\n/repo/src/a.ts:12:31\n\n  9 \n  \
             10 async function main() {\n→ 12   const user = await prisma.user.create(\nUnique constraint failed on the \
             fields: (`{}`)\n    at $n.handleRequestError (/repo/node_modules/@prisma/client/runtime/library.js:121:7315)",
            ["email", "phone", "login"],
        ),
        (
            "2026-11-26T10:00:01.123Z  WARN 12 --- [main] ConfigServletWebServerApplicationContext : cancelling refresh attempt: \
             org.springframework.context.ApplicationContextException: Failed to start bean 'webServerStartStop'\n\nError starting \
             ApplicationContext.\n2026-11-26T10:00:01.123Z ERROR 12 --- [main] o.s.b.d.LoggingFailureAnalysisReporter   : \n\n\
             ***************************\nAPPLICATION FAILED TO START\n***************************\n\nDescription:\n\nWeb \
             server failed to start. Port {} was already in use.",
            ["8080", "8081", "9090"],
        ),
        (
            "PrismaClientValidationError: \nInvalid `prisma.user.findMany()` invocation in\n/repo/src/a.ts:12:31\n\n  10 async \
             function main() {\n→ 12   const user = await prisma.user.findMany({\n             where: {\n               it: 1,\n           \
             ?   id?: IntFilter | Int\n             }\n           })\n\nUnknown argument `{}`. Available options are marked with ?.",
            ["mails", "phones", "logins"],
        ),
        (
            "PrismaClientKnownRequestError: \nInvalid `prisma.user.create()` invocation:\n\n\nUnique constraint failed on the \
             fields: (`{}`)",
            ["email", "phone", "login"],
        ),
        (
            "PrismaClientValidationError: \nInvalid `prisma.user.create()` invocation in\n/repo/src/a.ts:12:31\n\n  9 \n  \
             10 async function main() {\n→ 12   const user = await prisma.user.create({\n             data: {\n               \
             name: \"Ann\",\n           +   {}: String\n             }\n           })\n\nArgument `{}` is missing.",
            ["email", "phone", "login"],
        ),
    ]);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Files and pages are told apart by their whole paths, and by what a query asks for.
#[test]
fn cg_06_paths_set_errors_apart_by_each_of_their_parts() {
    let mut wrong = Vec::new();
    let parts = ["users", "orders", "items"];
    for pattern in [
        "Error: ENOENT: no such file or directory, open '/repo/packages/{}/package.json'",
        "Traceback (most recent call last):\n  File \"/repo/{}/models.py\", line 3, in <module>\n\
         NameError: name 'config' is not defined",
        "FileNotFoundError: '/repo/{}/__init__.py'",
        "app/{}/page.tsx(3,5): error TS2304: Cannot find name 'Foo'.",
        "cat: docs/{}/README.md: No such file or directory",
        "cp: cannot stat '/repo/{}/dist/app.js': No such file or directory",
        "FileNotFoundError: 'C:\\app\\{}\\config.json'",
        "Error: Cannot find module '@{}/core'",
        "Error: Cannot find module '../{}/utils'",
        "fatal: repository 'https://git.a.example/{}/app.git' not found",
        "docker: pull access denied for {}/app",
        "HTTP 404 Not Found: https://a.example/index.php?title={}",
        "HTTP 404 Not Found: https://a.example/watch?v={}",
        "HTTP 404 Not Found: https://a.example/{}/index.html",
        "HTTP 403 Forbidden: https://a.example/{}/edit",
        "Error: Cannot GET /api/{}/list",
    ] {
        if is_loop(&filled(pattern, parts)) || !is_loop(&filled(pattern, [parts[0]; 3])) {
            wrong.push(pattern);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let ids = ["10411", "10577", "10902"];
    for pattern in [
        "HTTP 404 Not Found: https://a.example/users/{}/orders",
        "HTTP 404 Not Found: https://a.example/find?page={}&t=1",
    ] {
        assert!(is_loop(&filled(pattern, ids)), "{pattern}");
    }
}

/// Times to wait, counters and clocks are new each time, wherever they stand.
#[test]
fn cg_06_numbers_of_reports_do_not_hide_a_loop() {
    let waits = ["58", "41", "17"];
    let mut wrong = Vec::new();
    for (pattern, new) in [
        (
            "HTTP 429 {\"message\":\"Rate limit exceeded, retry in {} seconds\"}",
            waits,
        ),
        (
            "{\"ok\":false,\"error_code\":429,\"description\":\"Too Many Requests: retry after {}\",\"parameters\":\
             {\"retry_after\":{}}}",
            waits,
        ),
        (
            "{\"detail\":\"Request was throttled. Expected available in {} seconds.\"}",
            waits,
        ),
        (
            "ApiError: {\"error\":{\"code\":429,\"message\":\"You exceeded your quota. Please retry in {}.1s.\"}}",
            waits,
        ),
        (
            "HTTP 504 {\"error\":\"Request timed out after {} ms\"}",
            ["30012", "30018", "30007"],
        ),
        (
            "{\"error\":\"timeout after {}s\"}",
            ["30.1", "30.2", "30.4"],
        ),
        (
            "{\"code\":429,\"msg\":\"请求过于频繁，请{}秒后再试\"}",
            waits,
        ),
        (
            "HTTP 429 {\"message\":\"You are being rate limited.\",\"retry_after\":{},\"global\":false}",
            ["0.529", "0.734", "1.21"],
        ),
        ("Too Many Requests, retry_after={}", waits),
        (
            "{\"status\":503,\"error\":\"Service Unavailable\",\"uptime\":{}}",
            ["1041", "1102", "1163"],
        ),
        (
            "{\"errors\":[{\"message\":\"Cannot query field\",\"locations\":[{\"line\":{},\"column\":5}]}]}",
            ["3", "5", "9"],
        ),
        (
            "tests/test_cart.py:14: AssertionError\n=== short test summary info ===\n\
             FAILED tests/test_cart.py::test_total - assert 25 == 30\n=== 1 failed, {} passed in 0.12s ===",
            ["3", "4", "5"],
        ),
        (
            "AssertionError: 25 != 30\n\nRan {} tests in 0.001s\n\nFAILED (failures=1)",
            ["2", "3", "4"],
        ),
        (
            "FAIL src/cart.test.ts\n  ● Cart › total\n\n    Expected: 30\n    Received: 25\n\nTests: 1 failed, {} passed",
            ["6", "7", "9"],
        ),
        (
            "error[E0425]: cannot find value `foo` in this scope\n --> src/main.rs:3:5\n\nerror: could not compile \
             `cart` (bin \"cart\") due to 1 previous error; {} warnings emitted",
            ["1", "2", "4"],
        ),
        (
            "src/a.ts(3,5): error TS2304: Cannot find name 'foo'.\n\nFound {} errors in 1 file.",
            ["1", "2", "3"],
        ),
        (
            "断言失败：期望30，实际25\n用例通过{}个，失败1个，耗时0.12秒",
            ["3", "4", "5"],
        ),
        (
            "\u{1B}[91merror\u{1B}[0m\u{1B}[90m TS2322: \u{1B}[0mType 'string' is not assignable to type 'number'.\n\n\
             \u{1B}[7m12\u{1B}[0m     total = {};",
            ["name", "other", "value"],
        ),
        (
            "Module parse failed: Unexpected token (3:5)\nYou may need an appropriate loader\n| \n> let {}\n| }",
            ["a b", "const foo", "return"],
        ),
        (
            "sqlalchemy.exc.ProgrammingError: (psycopg2.errors.UndefinedColumn) column \"prise\" does not exist\n\
             LINE 1: {}\n        ^\n\n[SQL: {}]",
            ["SELECT prise", "SELECT id, prise", "SELECT prise, id"],
        ),
        (
            "pydantic_core._pydantic_core.ValidationError: 1 validation error for User\nage\n  Field required \
             [type=missing, input_value={'name': '{}'}, input_type=dict]",
            ["Ann", "Bo", "Carl"],
        ),
        (
            "ERROR:  deadlock detected\nDETAIL:  Process 1201 waits for ShareLock on transaction {}; blocked by process 1188.",
            ["811", "902", "1011"],
        ),
        (
            "HTTP/1.1 400 Bad Request\nContent-Length: {}\n\n{\"error\":\"bad date\"}",
            ["120", "131", "119"],
        ),
        (
            "TimeoutError: locator.click: Timeout 30000ms exceeded.\nCall log:\n  - waiting for locator('#submit')\n\
             -   {} × waiting for element to be visible",
            ["12", "30", "51"],
        ),
        (
            "--- FAIL: TestX (0.01s)\n    a_test.go:12: listening on 127.0.0.1:{}\n    a_test.go:14: got 25, want 30",
            ["43121", "38765", "51234"],
        ),
        (
            "Error: page.goto: net::ERR_ABORTED at http://localhost:{}/cart",
            ["43121", "38765", "51234"],
        ),
        (
            "Error: connect ECONNREFUSED 127.0.0.1:{}",
            ["43121", "38765", "51234"],
        ),
        (
            "Randomized with seed {}\n\nFailures:\n\n  1) Cart adds\n     Failure/Error: expect(total).to eq(3)",
            ["4127", "60213", "812"],
        ),
        (
            "#8 {} ERROR: No matching distribution found for torhc",
            ["1.234", "2.871", "1.005"],
        ),
        (
            "E1126 10:00:01.123456    {} memcache.go:265] couldn't get current server API group list",
            ["1234", "1301", "1377"],
        ),
        (
            "2026-11-26 10:00:01 UTC [{}] FATAL:  role \"ann\" does not exist",
            ["1201", "1303", "1377"],
        ),
        (
            "{\"error\":{\"code\":429,\"details\":[{\"retryDelay\":\"{}s\"}]}}",
            ["12", "45", "3"],
        ),
        (
            "OverloadedError: {'error': 'overloaded', 'queue_depth': {}}",
            ["12", "30", "7"],
        ),
        ("Error: build #{} failed", ["104", "105", "106"]),
        ("Job {} failed with exit code 1", ["104", "105", "106"]),
        (
            "Pipeline #{} failed: job 'test' exited with 1",
            ["1041", "1042", "1043"],
        ),
        ("Workflow run {} failed: no runner", ["104", "105", "106"]),
        ("任务 {} 失败：连接数据库出错", ["104", "105", "106"]),
        (
            "time=2026-11-26T10:{}+01:00 level=ERROR msg=\"connection refused\"",
            ["00:01.123", "01:07.456", "02:44.789"],
        ),
        (
            "ts=2026-11-26T10:{}Z level=error msg=\"connection refused\"",
            ["00:01", "01:07", "02:44"],
        ),
        (
            "Error: Back-off restarting failed container (x{} over 3m12s)",
            ["5", "6", "7"],
        ),
        (
            "Rate limit exceeded: {} requests in the last minute, limit 60",
            ["61", "62", "64"],
        ),
    ] {
        if !is_loop(&filled(pattern, new)) {
            wrong.push(pattern);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
