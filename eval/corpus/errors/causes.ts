/**
 * Causes of errors as applications in eight frameworks have them. A line is one cause:
 * framework | class | message | calls of the application, innermost first.
 * `{n}` a number, `{w}` a word, `{u}` an id, `{m}` an address of mail, `{t}` a time, `{h}` a hash, `{d}` a duration.
 * `a ~~ b` are the words of two engines. A call is `function@file:line:column`; `?` is one without a name, and a
 * file with `{b}` is a build without source map, in which columns move. `>` before the message: it was logged, with
 * the stack printed in it; `-` in place of calls: there is none of the application.
 */
export const CAUSES = `
react | TypeError | Cannot read properties of undefined (reading 'price') ~~ undefined is not an object (evaluating 'item.price') | computeTotal@src/cart/total.ts:42:17 Cart@src/cart/Cart.tsx:18:9
react | TypeError | Cannot read properties of undefined (reading 'name') ~~ can't access property "name", user is undefined | Avatar@src/user/Avatar.tsx:12:22 Header@src/Header.tsx:30:5
react | TypeError | Cannot read properties of undefined (reading 'name') | ProductRow@src/shop/ProductRow.tsx:55:30 ProductTable@src/shop/ProductTable.tsx:21:11
react | TypeError | Cannot read properties of null (reading 'focus') | openDialog@src/ui/dialog.ts:77:13 ?@src/ui/Toolbar.tsx:14:3
react | Error | Minified React error #418; visit https://react.dev/errors/418?args[]=HTML&args[]={w} for the full message | -
react | Error | Minified React error #301; visit https://react.dev/errors/301 for the full message or use the non-minified dev environment | -
react | Error | Order {n} of customer {m} was not found | loadOrder@src/orders/api.ts:31:11 OrderPage@src/orders/OrderPage.tsx:20:7
react | Error | Order {n} has no delivery address | checkAddress@src/orders/delivery.ts:12:9 submitOrder@src/orders/submit.ts:44:5
react | RangeError | Maximum call stack size exceeded ~~ too much recursion | flatten@src/tree/flatten.ts:9:12 flatten@src/tree/flatten.ts:11:3
react | Error | > Warning: Each child in a list should have a unique "key" prop. Check the render method of {w} | -
react | ChunkLoadError | Loading chunk {n} failed. (error: https://app.example.com/static/js/{n}.{h}.chunk.js) | -
react | TypeError | e.map is not a function | a@https://app.example.com/static/js/main.{b}.js:2:48213 o@https://app.example.com/static/js/main.{b}.js:2:51877
react | TypeError | t.current.scrollTo is not a function | i@https://app.example.com/static/js/main.{b}.js:2:90311
vue | TypeError | Cannot read properties of undefined (reading 'length') ~~ undefined is not an object (evaluating 'rows.length') | pageCount@src/components/Pager.vue:33:20 setup@src/components/Pager.vue:50:4
vue | TypeError | Cannot read properties of undefined (reading 'length') | validate@src/forms/rules.js:18:25 onSubmit@src/forms/SignUp.vue:61:9
vue | Error | [Vue warn]: Failed to resolve component: {w}-icon | -
vue | Error | > [Vue warn]: Invalid prop: type check failed for prop "{w}". Expected Number with value {n}, got String with value "{n}". | -
vue | Error | > [Vue warn]: Unhandled error during execution of render function | -
vue | Error | [vuex] unknown action type: {w}/load | dispatch@src/store/index.js:90:7 mounted@src/views/Stock.vue:41:12
vue | NavigationError | Avoided redundant navigation to current location: "/item/{n}" | goTo@src/router/go.js:22:10
vue | Error | Stock of article {n} is {n}, {n} were asked for | reserve@src/stock/reserve.js:19:11 addToCart@src/views/Article.vue:77:13
vue | Error | Price list {u} expired at {t} | readPrices@src/prices/read.js:27:9 created@src/views/Prices.vue:15:5
vue | ReferenceError | gtag is not defined ~~ Can't find variable: gtag | track@src/plugins/track.js:8:3
vue | SyntaxError | Unexpected token '<', "<!doctype "... is not valid JSON ~~ JSON.parse: unexpected character at line 1 column 1 of the JSON data | parseAnswer@src/api/parse.js:14:17 loadNews@src/api/news.js:6:9
angular | Error | > ERROR Error: NG0100: ExpressionChangedAfterItHasBeenCheckedError: Expression has changed after it was checked. Previous value: '{n}'. Current value: '{n}' | template@src/app/list/list.component.ts:23:15
angular | Error | > ERROR NullInjectorError: R3InjectorError(AppModule)[{w}Service -> HttpClient]: NullInjectorError: No provider for HttpClient | -
angular | HttpErrorResponse | Http failure response for https://api.example.com/users/{n}: 404 Not Found | -
angular | HttpErrorResponse | Http failure response for https://api.example.com/users/{n}: 500 Internal Server Error | -
angular | HttpErrorResponse | Http failure response for https://api.example.com/invoices/{u}/pdf: 500 Internal Server Error | -
angular | TypeError | this.form.controls[name].setErrors is not a function | setServerErrors@src/app/forms/errors.ts:40:31 onFailure@src/app/forms/save.ts:22:10
angular | TypeError | Cannot read properties of undefined (reading 'subscribe') | ngOnInit@src/app/chart/chart.component.ts:28:19
angular | TypeError | Cannot read properties of undefined (reading 'unsubscribe') | ngOnDestroy@src/app/chart/chart.component.ts:61:14
angular | Error | Tenant {u} has no licence for module {w} | assertLicence@src/app/core/licence.ts:17:11 canActivate@src/app/core/guard.ts:30:12
angular | Error | Report {n} took longer than {d} | awaitReport@src/app/reports/await.ts:35:13 open@src/app/reports/open.ts:12:5
svelte | TypeError | Cannot read properties of null (reading 'getContext') | draw@src/lib/Chart.svelte:44:21 instance@src/lib/Chart.svelte:70:3
svelte | Error | Function called outside component initialization | useTheme@src/lib/theme.js:9:15 load@src/routes/+layout.js:4:3
svelte | TypeError | data.posts is not iterable | instance@src/routes/blog/+page.svelte:18:20
svelte | Error | Not found: /blog/{w}-{n} | load@src/routes/blog/[slug]/+page.js:12:9
svelte | TypeError | Failed to fetch dynamically imported module: https://site.example.com/_app/immutable/nodes/{n}.{h}.js | -
svelte | Error | Upload of "{w}.png" ({n} bytes) is larger than {n} | checkSize@src/lib/upload/check.js:20:9 onDrop@src/lib/upload/Drop.svelte:33:7
svelte | TypeError | n.trim is not a function | r@https://site.example.com/_app/immutable/chunks/index.{b}.js:1:8021
next | Error | Hydration failed because the initial UI does not match what was rendered on the server. | -
next | Error | Text content does not match server-rendered HTML. | -
next | TypeError | Cannot destructure property 'session' of 'undefined' as it is undefined. | getServerSideProps@pages/account.tsx:22:11
next | Error | Invalid src prop (https://cdn.example.com/img/{h}.jpg) on next/image, hostname "cdn.example.com" is not configured under images in your next.config.js | -
next | Error | Failed to load script: /_next/static/chunks/pages/{w}-{h}.js | -
next | Error | Payment {u} was refused: {w} | confirmPayment@lib/pay/confirm.ts:48:11 onPay@app/checkout/Pay.tsx:66:9
next | Error | Session of {m} expired {d} ago | readSession@lib/session.ts:26:9 middleware@middleware.ts:11:7
next | TypeError | o is not a function | l@https://shop.example.com/_next/static/chunks/app/page-{b}.js:1:2210
jquery | TypeError | $(...).datepicker is not a function | initForm@js/booking.js:12:18
jquery | TypeError | $(...).select2 is not a function | initFilter@js/search.js:40:9
jquery | Error | Syntax error, unrecognized expression: #tab-{n}= | showTab@js/tabs.js:15:5
jquery | ReferenceError | priceTable is not defined ~~ Can't find variable: priceTable | updatePrice@js/booking.js:71:3
jquery | Error | Room {n} is taken from {t} to {t} | book@js/booking.js:102:11
jquery | Error | Coupon "{w}" is unknown | redeem@js/coupon.js:31:9
solid | Error | cleanups created outside a \`createRoot\` or \`render\` will never be run | watchSize@src/hooks/size.ts:14:3
solid | TypeError | props.rows.filter is not a function | Table@src/Table.tsx:25:30
solid | Error | Socket {u} closed with code 1006 after {d} | onClose@src/live/socket.ts:51:13
solid | Error | Socket {u} closed with code 4401 after {d} | onClose@src/live/socket.ts:55:13
solid | Error | Assertion failed: balance of account {n} is negative | assert@src/base/assert.ts:4:9 transfer@src/bank/transfer.ts:33:5
solid | Error | Assertion failed: currency {w} is not known | assert@src/base/assert.ts:4:9 convert@src/bank/convert.ts:12:5
plain | Error | Request failed with status code 500 | request@src/http.js:20:11 loadProfile@src/profile.js:8:20
plain | Error | Request failed with status code 500 | request@src/http.js:20:11 loadBasket@src/basket.js:14:20
plain | Error | Request failed with status code 403 | request@src/http.js:20:11 loadProfile@src/profile.js:8:20
plain | QuotaExceededError | Failed to execute 'setItem' on 'Storage': Setting the value of 'cache-{n}' exceeded the quota. | keep@src/cache.js:30:18
plain | AbortError | The user aborted a request. | suggest@src/search/suggest.js:19:24
plain | SecurityError | Blocked a frame with origin "https://{w}.example.com" from accessing a cross-origin frame. | readFrame@src/embed.js:9:20
plain | Error | > Could not save draft {u}: disk quota of {m} is used up | -
plain | Error | > Slow frame: {d} in {w} | -
plain | DataError | Row {n}: column "{w}" has {n} values, expected {n} | parseRow@worker/csv.js:66:11 onmessage@worker/csv.js:90:5
`;
