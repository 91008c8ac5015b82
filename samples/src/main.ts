import { seedDemo } from './seed.ts';

/** `node samples/src/main.ts http://localhost:3000`: fills a running server and prints the sign-ins. */
const baseUrl = process.argv[2] ?? 'http://localhost:3000';
const { ADMIN_USERNAME: adminUsername = 'admin', ADMIN_PASSWORD: adminPassword = '' } = process.env;

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
console.log('\nAll data is deleted when you stop it (Ctrl+C).');
