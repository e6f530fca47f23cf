/** The end of the names of cookies that any script may see: `staff-signed-in`, `resident-signed-in`. */
export const SIGNED_IN = '-signed-in';

/** Whether a page's cookies say that somebody of a side is signed in. */
export const isSignedIn = (cookies: string, side: 'staff' | 'resident'): boolean =>
  cookies.split(';').some(one => one.trim() === `${side}${SIGNED_IN}=1`);
