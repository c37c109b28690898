import { makeCorpus } from '/work/main/eval/corpus/corpus.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
const seed = Number(process.argv[2]), pages = Number(process.argv[3]);
const dir = `/tmp/corpus-${seed}`; mkdirSync(dir, {recursive:true});
let i=0;
for await (const p of makeCorpus({seed, pages})) { const {png, ...t}=p; writeFileSync(`${dir}/${i}.png`, png); writeFileSync(`${dir}/${i}.json`, JSON.stringify(t)); console.log(p.name, p.words.length, p.entities.length, p.decoys.length); i++; }
