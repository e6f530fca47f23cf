import { useAtomValue } from 'jotai';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { ApiError } from '../../kit/http/api.ts';
import { type Session, sessionAtom, signIn, takeReturnPath } from '../../kit/session/session.ts';
import { type Credentials, SignInPage } from '../../shell/sign-in/SignInPage.tsx';
import { SendAgain } from '../banners/SendAgain.tsx';
import { useBrand } from '../project/useBrand.ts';

interface Refused {
  email: string;
  message: string;
  code: string;
}

/** Sign-in page with its logic; leads to the requested page. */
export function SignIn() {
  const { t } = useTranslation('errors');
  const session = useAtomValue(sessionAtom);
  const brand = useBrand();
  const [state, setState] = useState<{ busy: boolean; refused?: Refused }>({ busy: false });
  if (session.state === 'in') return <GoOn />;
  const submit = async ({ email, password, keep }: Credentials) => {
    setState({ busy: true });
    try {
      await signIn(email, password, keep);
    } catch (error) {
      const refusal = error instanceof ApiError && error.message ? error : null;
      setState({
        busy: false,
        refused: { email, message: refusal?.message ?? t('FAIL'), code: refusal?.code ?? 'FAIL' },
      });
    }
  };
  const { busy, refused } = state;
  const error = refused && (
    <>
      {refused.message}
      {refused.code === 'EMAIL_NOT_VERIFIED' && <SendAgain email={refused.email} />}
    </>
  );
  return (
    <Suspense>
      <SignInPage
        label={brand}
        onSignIn={submit}
        busy={busy}
        error={error}
        email={session.state === 'out' ? session.email : undefined}
        ended={endedBy(session)}
      />
    </Suspense>
  );
}

/** Why the session ended, unless the user left it. */
function endedBy(session: Session): string | undefined {
  if (session.state !== 'out') return undefined;
  if (session.reason === 'expired') return session.endedBy ?? 'OTHER';
  return session.reason === 'none' ? session.endedBy : undefined;
}

/** To the page where the session ended, or that was requested; looked up once. */
function GoOn() {
  const location = useLocation();
  const [to] = useState(() => takeReturnPath() ?? fromState(location.state) ?? '/direction');
  return <Navigate to={to} replace />;
}

function fromState(state: unknown): string | null {
  const from = typeof state === 'object' && state && 'from' in state ? state.from : null;
  // Only a local path, not a URL of another host.
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : null;
}
