/** Pages as they were when the tests were written: with much that is alike, as pages have it. */

export const SIGNUP = `<header><a href="#home">Home</a> <a href="#help">Help</a></header><main><h1>Sign up</h1><form id=signup class=card>
<p><label for=fn>First name</label> <input id=fn name=first></p>
<p><label for=ln>Last name</label> <input id=ln name=last></p>
<p><label for=em>E-mail</label> <input id=em name=email type=email placeholder="you@example.com"></p>
<p><label for=ph>Phone</label> <input id=ph name=phone type=tel></p>
<p><label for=co>Country</label> <select id=co name=country><option>France<option>Spain</select></p>
<p><label><input type=checkbox id=terms name=terms> I accept the terms</label></p>
<p><label><input type=checkbox id=news name=news> Send me news</label></p>
<p><button type=button id=create class="btn primary" data-testid=create-account>Create account</button>
<button type=button id=reset class=btn>Clear form</button></p></form><a href="#signin">Sign in instead</a></main>`;

export const SHOP = `<header><nav><a href="#home">Home</a> <a href="#products">Products</a> <a href="#cart" class=cart>Cart (0)</a></nav>
<input type=search aria-label=Search placeholder="Search products" class=find> <button type=button class=go>Search</button></header>
<main><h1>Products</h1>
<article class=item><h2>Red lamp</h2><p>19.00</p><button type=button class=add>Add to cart</button> <a href="#red">Details</a></article>
<article class=item><h2>Blue chair</h2><p>49.00</p><button type=button class=add>Add to cart</button> <a href="#blue">Details</a></article>
<section class=side><h2>Newsletter</h2><label>Your e-mail <input class=mail></label> <button type=button class=sub>Subscribe</button></section>
<section class=pay><h2>Order</h2><label>Voucher <input class=code></label> <button type=button class=apply>Apply voucher</button>
<label>Quantity <input type=number class=qty value=1></label> <button type=button class=buy>Buy now</button></section></main>`;

export const ADMIN = `<div class=bar><button type=button id=new data-testid=new-user>New user</button> <button type=button id=exp data-testid=export>Export</button>
<button type=button id=ref data-testid=refresh>Refresh</button></div>
<div role=tablist><button type=button role=tab id=t1>Users</button><button type=button role=tab id=t2>Groups</button><button type=button role=tab id=t3>Settings</button></div>
<table><tr><th>Name<th>Mail<th>Do</tr>
<tr><td>Ann<td>ann@a.test<td><button type=button class=ed>Edit</button> <button type=button class=del>Delete</button></tr>
<tr><td>Ben<td>ben@a.test<td><button type=button class=ed>Edit</button> <button type=button class=del>Delete</button></tr></table>
<div class=foot><label for=nt>Note</label> <textarea id=nt name=note></textarea> <label for=pg>Rows per page</label> <select id=pg><option>10<option>50</select>
<button type=button id=sv class=save>Save</button> <button type=button id=cn class=cancel>Cancel</button> <a href="#log" id=lg>Activity log</a></div>`;
