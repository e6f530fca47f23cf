import { chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { type Me, sessionAtom } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { VisuallyHidden } from '../../kit/ui/marks/VisuallyHidden.tsx';
import { Bone } from '../../kit/ui/states/Skeleton.tsx';
import { linkClass } from '../../shell/sign-in/AuthPage.tsx';
import { Door, RESIDENTS } from './parts.tsx';
import { type MailedLink, useLink, useToken } from './useLink.ts';

interface LinkDoorProps {
  title: (link: MailedLink | null) => ReactNode;
  /** Accepted purposes; a link for another purpose counts as invalid. */
  purposes: readonly MailedLink['purpose'][];
  /** Where to request a new link. */
  ask: { to: string; label: string };
  children: (link: MailedLink, token: string) => ReactNode;
}

/** Page behind a mailed link: its form, or what to do about an invalid or expired link. */
export function LinkPage({ title, purposes, ask, children }: LinkDoorProps) {
  const { t } = useTranslation(['account', 'common', 'errors']);
  const token = useToken();
  const state = useLink(token);
  const { search } = useLocation();
  const session = useAtomValue(sessionAtom);
  const me = session.state === 'in' ? session.me : null;
  const [goesOn, setGoesOn] = useState(false);
  if (state.phase === 'reading' || session.state === 'restoring')
    return (
      <Door title={title(null)}>
        <chakra.div role="status" display="flex" flexDirection="column" gap="6">
          <VisuallyHidden>{t('common:state.loading')}</VisuallyHidden>
          <Bone width="60%" />
          <Bone />
          <Bone width="80%" />
        </chakra.div>
      </Door>
    );
  if (state.phase === 'unreachable')
    return (
      <Door title={title(null)} note={t('errors:FAIL')}>
        <Button wide size="lg" onClick={state.again}>
          {t('common:act.retry')}
        </Button>
      </Door>
    );
  const link = state.phase === 'good' && purposes.includes(state.link.purpose) ? state.link : null;
  if (link && me && me.user.id !== link.id && link.purpose !== 'address' && !goesOn)
    return <Colleague me={me} other={link.name} onGoOn={() => setGoesOn(true)} />;
  if (link)
    return (
      <Door title={title(link)} note={t('set.note', { email: link.email })} resident={link.kind === 'resident'}>
        {children(link, token)}
      </Door>
    );
  return (
    <Door title={t('link.bad')} note={t('link.badText')}>
      <chakra.p textAlign="center">
        <Link to={{ pathname: ask.to, search }} className={linkClass()}>
          {ask.label}
        </Link>
      </chakra.p>
    </Door>
  );
}

/** Another user is signed in: names them and asks before signing in with the link. */
function Colleague({ me, other, onGoOn }: { me: Me; other: string; onGoOn: () => void }) {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const { name } = me.user;
  const stay = () => (me.units.length > 0 ? location.assign(RESIDENTS) : void navigate('/', { replace: true }));
  return (
    <Door title={t('other.title', { name })} note={t('other.text', { name, other })}>
      <chakra.div display="flex" flexDirection="column" gap="3">
        <Button look="filled" wide size="lg" onClick={stay}>
          {t('other.stay', { name })}
        </Button>
        <Button wide size="lg" onClick={onGoOn}>
          {t('other.go')}
        </Button>
      </chakra.div>
    </Door>
  );
}
