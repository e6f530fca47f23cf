/** Suffix of cookies readable by scripts: `staff-signed-in`, `resident-signed-in`. */
export const SIGNED_IN = '-signed-in';

/** Why a session ended: by its owner, here or elsewhere, by its time, or because its token was used by two browsers. */
export type SessionEnd = 'BLOCKED' | 'COPIED' | 'ELSEWHERE' | 'ERASED' | 'PASSWORD' | 'SIGNED_OUT' | 'TIME';

/** Whether a page's cookies show that somebody is signed in on a side. */
export const isSignedIn = (cookies: string, side: 'staff' | 'resident'): boolean =>
  cookies.split(';').some(cookie => cookie.trim() === `${side}${SIGNED_IN}=1`);
