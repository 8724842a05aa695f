// Holds the RO-Crate of a folder to ro-crate's validator: node crate.cjs FOLDER, with NODE_PATH at the library.
const fs = require('fs');
const path = require('path');
// The context comes with the library, so that no network is needed.
globalThis.fetch = async () => ({ok: true, status: 200, json: async () => require('ro-crate/lib/context.json')});
const {validate} = require('ro-crate/lib/validator');

const folder = process.argv[2];
const files = Object.fromEntries(fs.readdirSync(folder, {recursive: true})
  .filter(f => fs.statSync(path.join(folder, f)).isFile())
  .map(f => [f, {exists: true, inCrate: false, isDir: false}]));
validate(fs.readFileSync(path.join(folder, 'ro-crate-metadata.json'), 'utf8'), files).then(results => {
  const wrong = results.filter(r => r.status === 'error');
  for (const r of wrong) console.error(`${r.id}: ${r.message}`);
  const crate = JSON.parse(fs.readFileSync(path.join(folder, 'ro-crate-metadata.json'), 'utf8'));
  const ids = new Set(crate['@graph'].map(e => e['@id']));
  const gone = crate['@graph'].filter(e => e['@type'] === 'File' && !fs.existsSync(path.join(folder, e['@id'])));
  for (const e of gone) console.error(`${e['@id']} is not there`);
  console.log(`${results.length} results, ${wrong.length} errors, ${ids.size} entities`);
  process.exit(wrong.length + gone.length > 0 || results.length === 0 ? 1 : 0);
});
