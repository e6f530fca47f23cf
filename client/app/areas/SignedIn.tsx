import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { Navigate, Outlet } from 'react-router';
import { dataOf } from '../../kit/http/api.ts';
import { onSaid } from '../../kit/live/live.ts';
import { usePageViews } from '../../kit/session/page-views.ts';
import { loadMe, sessionAtom } from '../../kit/session/session.ts';
import { SignOut } from '../../shell/sign-in/SignOut.tsx';

/** Requires sign-in; others go to the sign-in page and return afterwards. */
export function SignedIn() {
  const session = useAtomValue(sessionAtom);
  useEffect(
    // The user was changed on another client.
    () =>
      onSaid('account', body => void (dataOf<{ what: string }>(body).what === 'user' && loadMe().catch(() => null))),
    [],
  );
  usePageViews();
  if (session.state === 'restoring') return null;
  // The path of an ended session is stored with its user, so that another user is not led there.
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
