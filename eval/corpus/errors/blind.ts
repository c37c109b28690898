/**
 * Errors as browsers print them, each written out by somebody who had not read the rules: no templates, no chance.
 * An error begins with `framework cause-number`, then come its words and its calls, as V8 writes them.
 */
import type { LabelledError } from './corpus.ts';

const ERRORS = `
react 1
TypeError: Cannot read properties of null (reading 'focus')
    at openSearch (webpack://shop/src/header/SearchBox.tsx:61:22)
    at HTMLUnknownElement.callCallback (webpack://shop/node_modules/react-dom/cjs/react-dom.development.js:4164:14)
react 1
TypeError: Cannot read properties of null (reading 'focus')
    at openSearch (webpack://shop/src/header/SearchBox.tsx:64:22)
    at onKeyDown (webpack://shop/src/header/shortcuts.ts:12:5)
react 1
TypeError: Cannot read properties of null (reading 'select')
    at openSearch (webpack://shop/src/header/SearchBox.tsx:64:22)
    at HTMLUnknownElement.callCallback (webpack://shop/node_modules/react-dom/cjs/react-dom.development.js:4164:14)
react 2
TypeError: Cannot read properties of null (reading 'focus')
    at trapFocus (webpack://shop/src/ui/Dialog.tsx:33:11)
    at commitHookEffectListMount (webpack://shop/node_modules/react-dom/cjs/react-dom.development.js:23150:26)
react 2
TypeError: Cannot read properties of null (reading 'focus')
    at trapFocus (webpack://shop/src/ui/Dialog.tsx:33:11)
    at flushPassiveEffects (webpack://shop/node_modules/react-dom/cjs/react-dom.development.js:27039:14)
react 3
Warning: Each child in a list should have a unique "key" prop. Check the render method of \`OrderList\`. See https://reactjs.org/link/warning-keys for more information.
react 3
Warning: Each child in a list should have a unique "key" prop. Check the render method of \`OrderList\`. It was passed a child from OrderPage. See https://reactjs.org/link/warning-keys for more information.
react 4
Warning: Each child in a list should have a unique "key" prop. Check the render method of \`Sidebar\`. See https://reactjs.org/link/warning-keys for more information.
react 5
Error: Too many re-renders. React limits the number of renders to prevent an infinite loop.
    at renderWithHooks (webpack://shop/node_modules/react-dom/cjs/react-dom.development.js:15016:15)
    at Filters (webpack://shop/src/catalog/Filters.tsx:20:3)
react 5
Error: Too many re-renders. React limits the number of renders to prevent an infinite loop.
    at renderWithHooks (webpack://shop/node_modules/react-dom/cjs/react-dom.development.js:15016:15)
    at Filters (webpack://shop/src/catalog/Filters.tsx:24:3)
    at CatalogPage (webpack://shop/src/catalog/CatalogPage.tsx:9:10)
vue 6
TypeError: Cannot read properties of undefined (reading 'map')
    at ComputedRefImpl.fn (webpack:///src/views/Report.vue:88:31)
    at refreshComputed (webpack:///node_modules/@vue/reactivity/dist/reactivity.esm-bundler.js:376:28)
vue 6
TypeError: Cannot read properties of undefined (reading 'map')
    at ComputedRefImpl.fn (webpack:///src/views/Report.vue:91:31)
    at get value (webpack:///node_modules/@vue/reactivity/dist/reactivity.esm-bundler.js:1650:5)
    at Proxy.render (webpack:///src/views/Report.vue:14:20)
vue 7
[Vue warn]: Failed to resolve component: date-range
If this is a native custom element, make sure to exclude it from component resolution via compilerOptions.isCustomElement.
  at <ReportFilter from=2026-01-04 to=2026-02-04 >
  at <Report onVnodeUnmounted=fn<onVnodeUnmounted> ref=Ref< null > >
vue 7
[Vue warn]: Failed to resolve component: date-range
If this is a native custom element, make sure to exclude it from component resolution via compilerOptions.isCustomElement.
  at <ReportFilter from=2025-11-30 to=2025-12-30 >
  at <Report onVnodeUnmounted=fn<onVnodeUnmounted> ref=Ref< Proxy(Object) > >
vue 8
[Vue warn]: Failed to resolve component: user-avatar
If this is a native custom element, make sure to exclude it from component resolution via compilerOptions.isCustomElement.
  at <TopBar >
  at <App>
vue 9
[Vue warn]: Invalid prop: type check failed for prop "total". Expected Number with value 12, got String with value "12".
  at <Pager total="12" page=1 >
vue 9
[Vue warn]: Invalid prop: type check failed for prop "total". Expected Number with value 340, got String with value "340".
  at <Pager total="340" page=7 >
vue 9
[Vue warn]: Invalid prop: type check failed for prop "total". Expected Number with value NaN, got String with value "".
  at <Pager total="" page=1 >
vue 10
NavigationDuplicated: Avoided redundant navigation to current location: "/reports/2026-01".
    at createRouterError (webpack:///node_modules/vue-router/dist/vue-router.esm.js:2060:15)
vue 10
NavigationDuplicated: Avoided redundant navigation to current location: "/reports/2025-12".
    at createRouterError (webpack:///node_modules/vue-router/dist/vue-router.esm.js:2060:15)
angular 11
ERROR Error: NG0100: ExpressionChangedAfterItHasBeenCheckedError: Expression has changed after it was checked. Previous value for 'disabled': 'true'. Current value: 'false'. Expression location: _LoginFormComponent component. Find more at https://angular.dev/errors/NG0100
    at throwErrorIfNoChangesMode (http://localhost:4200/@fs/app/.angular/cache/19.0.1/vite/deps/chunk-PJQ3K7ZB.js?v=5f1c0d3a:8912:9)
    at LoginFormComponent_Template (http://localhost:4200/main.js:1120:23)
angular 11
ERROR Error: NG0100: ExpressionChangedAfterItHasBeenCheckedError: Expression has changed after it was checked. Previous value for 'disabled': 'false'. Current value: 'true'. Expression location: _LoginFormComponent component. Find more at https://angular.dev/errors/NG0100
    at throwErrorIfNoChangesMode (http://localhost:4200/@fs/app/.angular/cache/19.0.1/vite/deps/chunk-A2MM07XY.js?v=77ab12ce:8912:9)
    at LoginFormComponent_Template (http://localhost:4200/main.js:1131:23)
angular 12
ERROR Error: NG0100: ExpressionChangedAfterItHasBeenCheckedError: Expression has changed after it was checked. Previous value for 'ngClass': 'undefined'. Current value: 'open'. Expression location: _SidenavComponent component. Find more at https://angular.dev/errors/NG0100
    at throwErrorIfNoChangesMode (http://localhost:4200/@fs/app/.angular/cache/19.0.1/vite/deps/chunk-PJQ3K7ZB.js?v=5f1c0d3a:8912:9)
    at SidenavComponent_Template (http://localhost:4200/main.js:2044:11)
angular 13
NullInjectorError: R3InjectorError(AppModule)[InvoiceService -> InvoiceService -> InvoiceService]: NullInjectorError: No provider for InvoiceService!
    at NullInjector.get (http://localhost:4200/vendor.js:51210:27)
    at R3Injector.get (http://localhost:4200/vendor.js:51653:33)
angular 13
NullInjectorError: R3InjectorError(Standalone[InvoicePage])[InvoiceService -> InvoiceService]: NullInjectorError: No provider for InvoiceService!
    at NullInjector.get (http://localhost:4200/vendor.js:51210:27)
    at R3Injector.get (http://localhost:4200/vendor.js:51653:33)
angular 14
NullInjectorError: R3InjectorError(AppModule)[HttpClient -> HttpClient]: NullInjectorError: No provider for HttpClient!
    at NullInjector.get (http://localhost:4200/vendor.js:51210:27)
    at R3Injector.get (http://localhost:4200/vendor.js:51653:33)
angular 15
Uncaught (in promise): ChunkLoadError: Loading chunk src_app_admin_admin_module_ts failed.
(error: http://localhost:4200/src_app_admin_admin_module_ts.js)
    at __webpack_require__.f.j (http://localhost:4200/runtime.js:412:29)
angular 15
Uncaught (in promise): ChunkLoadError: Loading chunk src_app_billing_billing_module_ts failed.
(error: http://localhost:4200/src_app_billing_billing_module_ts.js)
    at __webpack_require__.f.j (http://localhost:4200/runtime.js:412:29)
svelte 16
TypeError: $page.data.session.user is undefined
    at get_user (http://localhost:5173/src/routes/+layout.svelte:19:33)
    at update (http://localhost:5173/node_modules/.vite/deps/svelte_internal.js?v=0c4e11f2:812:7)
svelte 16
TypeError: Cannot read properties of undefined (reading 'user')
    at get_user (http://localhost:5173/src/routes/+layout.svelte:19:33)
    at update (http://localhost:5173/node_modules/.vite/deps/svelte_internal.js?v=9b8f77d0:812:7)
svelte 17
Error: https://svelte.dev/e/each_key_duplicate
    at each_key_duplicate (http://localhost:5173/node_modules/svelte/src/internal/client/errors.js:120:17)
    at TagList (http://localhost:5173/src/lib/TagList.svelte:8:2)
svelte 17
Svelte error: each_key_duplicate
Keyed each block has duplicate key \`red\` at indexes 0 and 4
https://svelte.dev/e/each_key_duplicate
    at each_key_duplicate (http://localhost:5173/node_modules/svelte/src/internal/client/errors.js:120:17)
    at TagList (http://localhost:5173/src/lib/TagList.svelte:8:2)
svelte 18
Error: Not found: /blog/hello-world-2
    at resolve (http://localhost:5173/node_modules/@sveltejs/kit/src/runtime/server/respond.js:460:13)
svelte 18
Error: Not found: /blog/why-we-left
    at resolve (http://localhost:5173/node_modules/@sveltejs/kit/src/runtime/server/respond.js:460:13)
next 19
Error: Hydration failed because the server rendered HTML didn't match the client. As a result this tree will be regenerated on the client.
  <Clock>
    <time>
+     10:04:12
-     10:04:11
    at throwOnHydrationMismatch (webpack-internal:///(app-pages-browser)/./node_modules/next/dist/compiled/react-dom/cjs/react-dom-client.development.js:4130:11)
next 19
Error: Hydration failed because the server rendered HTML didn't match the client. As a result this tree will be regenerated on the client.
  <Clock>
    <time>
+     23:51:40
-     23:51:38
    at throwOnHydrationMismatch (webpack-internal:///(app-pages-browser)/./node_modules/next/dist/compiled/react-dom/cjs/react-dom-client.development.js:4130:11)
next 20
Error: NEXT_NOT_FOUND
    at notFound (webpack-internal:///(rsc)/./node_modules/next/dist/client/components/not-found.js:24:19)
    at ProductPage (webpack-internal:///(rsc)/./app/product/[id]/page.tsx:17:66)
next 20
Error: NEXT_NOT_FOUND
    at notFound (webpack-internal:///(rsc)/./node_modules/next/dist/client/components/not-found.js:24:19)
    at ProductPage (webpack-internal:///(rsc)/./app/product/[id]/page.tsx:19:66)
next 21
Error: NEXT_NOT_FOUND
    at notFound (webpack-internal:///(rsc)/./node_modules/next/dist/client/components/not-found.js:24:19)
    at AuthorPage (webpack-internal:///(rsc)/./app/author/[slug]/page.tsx:11:66)
next 22
TypeError: Failed to fetch
    at loadPrices (webpack-internal:///(app-pages-browser)/./lib/prices.ts:9:20)
    at refresh (webpack-internal:///(app-pages-browser)/./app/ticker.tsx:31:5)
next 22
TypeError: NetworkError when attempting to fetch resource.
    at loadPrices (webpack-internal:///(app-pages-browser)/./lib/prices.ts:9:20)
    at refresh (webpack-internal:///(app-pages-browser)/./app/ticker.tsx:31:5)
next 22
TypeError: Load failed
    at loadPrices (webpack-internal:///(app-pages-browser)/./lib/prices.ts:9:20)
jquery 23
Uncaught TypeError: $(...).datepicker is not a function
    at HTMLDocument.<anonymous> (https://intranet.example.org/js/booking.js:14:18)
    at mightThrow (https://intranet.example.org/js/jquery-3.6.0.js:3766:29)
jquery 23
Uncaught TypeError: $(...).datepicker is not a function
    at HTMLDocument.<anonymous> (https://intranet.example.org/js/booking.js?v=20260114:14:18)
    at process (https://intranet.example.org/js/jquery-3.6.0.js:3834:12)
jquery 24
Uncaught TypeError: $(...).dataTable is not a function
    at HTMLDocument.<anonymous> (https://intranet.example.org/js/rooms.js:5:14)
    at mightThrow (https://intranet.example.org/js/jquery-3.6.0.js:3766:29)
jquery 25
Uncaught SyntaxError: Unexpected token '<', "<!DOCTYPE "... is not valid JSON
    at JSON.parse (<anonymous>)
    at Object.success (https://intranet.example.org/js/rooms.js:48:22)
    at fire (https://intranet.example.org/js/jquery-3.6.0.js:3500:31)
jquery 25
Uncaught SyntaxError: Unexpected end of JSON input
    at JSON.parse (<anonymous>)
    at Object.success (https://intranet.example.org/js/rooms.js:48:22)
    at fire (https://intranet.example.org/js/jquery-3.6.0.js:3500:31)
jquery 26
Error: Syntax error, unrecognized expression: #room-12/a
    at Function.Sizzle.error (https://intranet.example.org/js/jquery-3.6.0.js:1681:8)
    at HTMLAnchorElement.<anonymous> (https://intranet.example.org/js/rooms.js:71:3)
jquery 26
Error: Syntax error, unrecognized expression: #room-7/b
    at Function.Sizzle.error (https://intranet.example.org/js/jquery-3.6.0.js:1681:8)
    at HTMLAnchorElement.<anonymous> (https://intranet.example.org/js/rooms.js:71:3)
plain 27
[sync] could not push change 81f2c9 of notebook "Groceries" (attempt 3): 503
plain 27
[sync] could not push change 0ad417 of notebook "Tax 2025" (attempt 1): 503
plain 27
[sync] could not push change e55b30 of notebook "Groceries" (attempt 2): 502
plain 28
[sync] could not open the database: VersionError: The requested version (3) is less than the existing version (4).
plain 28
[sync] could not open the database: VersionError: The requested version (5) is less than the existing version (6).
plain 29
QuotaExceededError: Failed to execute 'setItem' on 'Storage': Setting the value of 'draft:8812' exceeded the quota.
    at saveDraft (https://notes.example.net/assets/index-B7xQ2kLm.js:3:18822)
    at https://notes.example.net/assets/index-B7xQ2kLm.js:3:19910
plain 29
QuotaExceededError: Failed to execute 'setItem' on 'Storage': Setting the value of 'draft:17' exceeded the quota.
    at saveDraft (https://notes.example.net/assets/index-CmPz90Wa.js:3:18851)
    at https://notes.example.net/assets/index-CmPz90Wa.js:3:19944
lit 30
TypeError: Cannot set properties of undefined (setting 'value')
    at RatingStars._pick (https://widgets.example.io/src/rating-stars.js:40:24)
    at EventPart.handleEvent (https://widgets.example.io/node_modules/lit-html/development/lit-html.js:1460:35)
lit 30
TypeError: Cannot set properties of undefined (setting 'value')
    at RatingStars._pick (https://widgets.example.io/src/rating-stars.js:40:24)
    at RatingStars._onKey (https://widgets.example.io/src/rating-stars.js:52:12)
lit 31
Error: Changes detected after an update: the element rating-stars scheduled an update after an update completed, causing a new update to be scheduled.
lit 31
Error: Changes detected after an update: the element rating-stars scheduled an update after an update completed, causing a new update to be scheduled.
`;

const HEAD = /^(\w+) (\d+)\n/;
const CALL = /^ {4}at (?:(.*?) \()?(.*?)(?::(\d+):(\d+))?\)?$/;
const NAME = /^(?:Uncaught )?([A-Z]\w*(?:Error|Duplicated)): /;

export const blindErrors: readonly LabelledError[] = ERRORS.trim()
  .split(/\n(?=\w+ \d+\n)/)
  .map((text) => {
    const [head, framework = '', cause] = HEAD.exec(text)!;
    const lines = text.slice(head.length).split('\n');
    const calls = lines.filter((line) => CALL.test(line));
    const message = lines.filter((line) => !CALL.test(line)).join('\n');
    const frames = calls.map((line) => {
      const [, name = '', url = '', at = '0', column = '0'] = CALL.exec(line)!;
      return { url, line: Number(at), column: Number(column), function: name };
    });
    const name = NAME.exec(message)?.[1];
    return { framework, cause: Number(cause), name, message: message.replace(NAME, ''), frames };
  });
