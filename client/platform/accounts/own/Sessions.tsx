import { chakra } from '@chakra-ui/react';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, request } from '../../../kit/http/api.ts';
import { now } from '../../../kit/http/clock.ts';
import { useFormats, useSpans } from '../../../kit/i18n/formats.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { ConfirmDialog } from '../../../kit/ui/overlay/ConfirmDialog.tsx';
import { ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { type Place, useSessions } from './useSessions.ts';

/** Lists the user's sessions and ends them. */
export function Sessions() {
  const { t } = useTranslation(['account', 'errors']);
  const { data, error, again } = useSessions();
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState('');
  const end = async (path: string) => {
    setBusy(path);
    await request('DELETE', `/auth/sessions${path}`).catch(error => {
      // 404: the session was ended elsewhere already.
      if (!(error instanceof ApiError) || error.status !== 404) void toastRefusal(error);
    });
    await again();
    setBusy('');
    setOpen(false);
  };
  if (error && !data) return <ErrorState title={t('sessions.failed')} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows rows={3} />;
  // The current session comes first.
  const places = data.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <>
      <chakra.ul borderTopWidth="1px" borderColor="border">
        {places.map(place => (
          <Row key={place.id} place={place} busy={busy === `/${place.id}`} onEnd={() => void end(`/${place.id}`)} />
        ))}
      </chakra.ul>
      {places.length > 1 && (
        <chakra.div mt="4">
          <Button icon={LogOut} tone="bad" onClick={() => setOpen(true)}>
            {t('sessions.endOthers')}…
          </Button>
        </chakra.div>
      )}
      <ConfirmDialog
        open={isOpen}
        title={t('sessions.askTitle')}
        description={t('sessions.askText', { count: places.length - 1 })}
        confirm={t('sessions.endOthers')}
        tone="bad"
        busy={busy === '/'}
        onConfirm={() => void end('')}
        onCancel={() => setOpen(false)}
      />
    </>
  );
}

function Row({ place, busy, onEnd }: { place: Place; busy: boolean; onEnd: () => void }) {
  const { t } = useTranslation('account');
  const { dateTime } = useFormats();
  const spans = useSpans();
  const Icon = /iPhone|iPad|Android/.test(place.system) ? Smartphone : Monitor;
  const device = [place.browser, place.system].filter(Boolean).join(' · ') || t('sessions.unknown');
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      flexWrap="wrap"
      gap="3"
      minH="15"
      py="2"
      borderBottomWidth="1px"
      borderColor="border"
      css={{ '& > svg': { color: 'fg.muted' } }}
    >
      <Icon />
      <chakra.div flex="1" minW="180px">
        <chakra.p display="flex" flexWrap="wrap" alignItems="center" columnGap="2">
          <strong>{device}</strong>
          {place.current && <Status tone="done">{t('sessions.current')}</Status>}
        </chakra.p>
        <chakra.p textStyle="xs" color="fg.muted" overflowWrap="anywhere">
          {[
            place.address,
            place.begunAt && t('sessions.begun', { at: dateTime(place.begunAt) }),
            !place.current && t('sessions.seen', { ago: spans.ago(now() - Date.parse(place.seenAt)) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </chakra.p>
      </chakra.div>
      {!place.current && (
        <Button size="sm" busy={busy} onClick={onEnd} aria-label={t('sessions.endOf', { device })}>
          {t('sessions.end')}
        </Button>
      )}
    </chakra.li>
  );
}
