import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Button } from '../../kit/ui/Button.tsx';
import { Bone } from '../../kit/ui/Skeleton.tsx';
import { VisuallyHidden } from '../../kit/ui/VisuallyHidden.tsx';
import { linkClass } from '../../shell/AuthPage.tsx';
import { Door } from './parts.tsx';
import { type MailedLink, useLink, useToken } from './useLink.ts';

interface LinkDoorProps {
  title: (link: MailedLink | null) => ReactNode;
  /** What the link may be for; any other is no good here. */
  purposes: readonly MailedLink['purpose'][];
  /** Where a new link is asked for. */
  ask: { to: string; label: string };
  children: (link: MailedLink, token: string) => ReactNode;
}

/** A page that a mailed link leads to: its form, or what to do where the link is no good any more. */
export function LinkPage({ title, purposes, ask, children }: LinkDoorProps) {
  const { t } = useTranslation(['account', 'common', 'errors']);
  const token = useToken();
  const state = useLink(token);
  const { search } = useLocation();
  if (state.phase === 'reading')
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
