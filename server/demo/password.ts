/** Password of all demo accounts, which exist only in a demo database. */
export const DEMO_PASSWORD = 'lobby-demo';
