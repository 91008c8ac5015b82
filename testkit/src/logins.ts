/** The first admin of every test server, and the password of the partners that tests create. */
export const ADMIN = { username: 'admin', password: 'admin-password' };
export const PARTNER_PASSWORD = 'partner-password';
