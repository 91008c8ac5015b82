/** The address of the page that checks a signed report; its SHA-256 follows. */
export const REPORT_CHECK_PATH = '/rey/';
