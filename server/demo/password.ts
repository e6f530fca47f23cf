/** The password of all demo accounts; they exist only in a demo database. */
export const DEMO_PASSWORD = 'lobby-demo';
