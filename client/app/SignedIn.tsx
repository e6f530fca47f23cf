import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { Navigate, Outlet } from 'react-router';
import { dataOf } from '../kit/http/api.ts';
import { onSaid } from '../kit/live/live.ts';
import { usePageViews } from '../kit/session/page-views.ts';
import { loadMe, sessionAtom } from '../kit/session/session.ts';
import { SignOut } from '../shell/SignOut.tsx';

/** Lets in who is signed in; others go to the sign-in page, and come back to where they were. */
export function SignedIn() {
  const session = useAtomValue(sessionAtom);
  useEffect(
    // Changed on another screen of the same person: the name is new everywhere.
    () =>
      onSaid('account', body => void (dataOf<{ what: string }>(body).what === 'user' && loadMe().catch(() => null))),
    [],
  );
  usePageViews();
  if (session.state === 'restoring') return null;
  // Where somebody was when their session ended is theirs, and kept with it: whoever signs in next is led nowhere.
  if (session.state === 'out')
    return (
      <Navigate
        to="/login"
        replace
        state={session.reason === 'none' ? { from: location.pathname + location.search } : null}
      />
    );
  return (
    <>
      <Outlet />
      <SignOut />
    </>
  );
}
