import { readConfig } from '../config.ts';
import { seedDemo } from './seed.ts';

/** `node server/src/demo/main.ts http://localhost:3000`: fills the server that runs there and prints who may sign in. */
const baseUrl = process.argv[2] ?? 'http://localhost:3000';
const { admin } = readConfig();
const adminUsername = admin.username ?? 'admin';
const adminPassword = admin.password ?? '';

const started = performance.now();
const { partnerLogins } = await seedDemo({ baseUrl, adminUsername, adminPassword });
const seconds = ((performance.now() - started) / 1000).toFixed(1);

console.log(`
Sample data is ready (${seconds} s).

  Staff     ${baseUrl}/admin/login
            ${adminUsername}   ${adminPassword}

  Partners  ${baseUrl}/login/partnyor`);
for (const { email, password, name } of partnerLogins)
  console.log(`            ${email}   ${password}   (${name})`);
console.log('\nEverything is thrown away when you stop it (Ctrl+C).');
