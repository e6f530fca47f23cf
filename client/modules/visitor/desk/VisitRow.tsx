import { Camera, LogIn, LogOut, ShieldAlert, ThumbsUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { Button, IconButton } from '../../../kit/ui/controls/Button.tsx';
import { usePhone } from '../../../kit/ui/layout/phone.ts';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { nextAct, type Visit } from '../visits.ts';
import { isWarnedOf } from '../watch/warned.ts';

const rowClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto auto',
  alignItems: 'center',
  columnGap: '3',
  px: { base: '3', lg: '5' },
  py: '2',
  minH: { base: '64px', lg: '96px' },
  borderBottomWidth: '1px',
  borderColor: 'border',
  '&[data-chosen]': { bg: 'bg.muted', boxShadow: 'inset 3px 0 0 var(--colors-accent)' },
  '& button[data-name]': {
    textAlign: 'start',
    textStyle: { base: 'md', lg: 'lg' },
    fontWeight: 'semibold',
    overflowWrap: 'anywhere',
    _hover: { textDecoration: 'underline' },
  },
  // Readable from two metres away; larger on wide screens.
  '& [data-place]': {
    display: 'grid',
    justifyItems: 'end',
    whiteSpace: 'nowrap',
    textStyle: { base: 'sm', lg: 'lg' },
    color: 'fg.muted',
    fontFamily: 'figures',
    '& b': {
      fontSize: { base: '20px', lg: 'max(28px, 1.94vw)' },
      lineHeight: '1.25',
      fontWeight: 'semibold',
      color: 'fg',
    },
  },
  '& p': { display: 'flex', flexWrap: 'wrap', columnGap: '2', rowGap: '1', alignItems: 'center', color: 'fg.muted' },
  // A warning is never cut: its words wrap in a narrow column.
  '& p > span': { h: 'auto', minH: '5', whiteSpace: 'normal' },
  '& p .cut': { whiteSpace: 'normal' },
});

const ICONS = { approve: ThumbsUp, 'in-progress': LogIn, complete: LogOut } as const;

interface VisitRowProps {
  visit: Visit;
  /** Enter runs the action of this row. */
  chosen: boolean;
  /** Queued, not sent yet. */
  waits: boolean;
  /** Expected, and past its time. */
  late: boolean;
  onOpen: () => void;
  onAct: () => void;
  /** Takes a picture of the guest; null without permission or connection. */
  onPhoto: (() => void) | null;
}

/** Visit readable from a distance: guest, host, time, and a button for check-in or check-out. */
export function VisitRow({ visit, chosen, waits, late, onOpen, onAct, onPhoto }: VisitRowProps) {
  const { t } = useTranslation('visitor');
  const { time } = useFormats();
  const phone = usePhone();
  const next = nextAct(visit);
  const warned = isWarnedOf(visit);
  const label = next ? `${t(`actions.${next.act}`)}${warned ? '…' : ''}: ${visit.name ?? ''}` : '';
  const icon = warned ? ShieldAlert : ICONS[next?.act as keyof typeof ICONS];
  const at = visit.status === 'COMPLETED' ? visit.actualOutAt : (visit.actualInAt ?? visit.expectedInAt);
  return (
    <li className={rowClass()} data-chosen={chosen ? '' : undefined} data-visit={visit.id}>
      <div>
        <button type="button" data-name="" onClick={onOpen}>
          {visit.name}
        </button>
        <p>
          {Number(visit.companions) > 0 && <span>+{visit.companions}</span>}
          {visit.plate && <span>{visit.plate}</span>}
          {(visit.guestType === 'WORKER' || visit.guestType === 'VIP') && (
            <span>{t(`options.guestType.${visit.guestType}`)}</span>
          )}
          {visit.status === 'WAITING' && (
            <Status tone="waiting" icon="clock">
              {t('statuses.WAITING')}
            </Status>
          )}
          {late && (
            <Status tone="bad" icon="clock">
              {t('reception.late')}
            </Status>
          )}
          {visit.blocked && (
            <Status tone="bad" icon="ban">
              {t('fields.blocked')}
            </Status>
          )}
          {visit.watched && (
            <Status tone="bad" icon="ban">
              {t('reception.watched')}
            </Status>
          )}
          {visit.overstay && visit.status === 'IN_PROGRESS' && (
            <Status tone="bad" icon="timer-off">
              {t('fields.overstay')}
            </Status>
          )}
          {waits && (
            <Status tone="waiting" icon="clock">
              {t('reception.waits')}
            </Status>
          )}
        </p>
      </div>
      <div data-place="">
        {visit.unitId ? (
          <b>
            <RefName to="unit" id={visit.unitId} />
          </b>
        ) : (
          visit.destination && <b className="cut">{visit.destination}</b>
        )}
        {at && <span>{time(at)}</span>}
      </div>
      {onPhoto && visit.status !== 'WAITING' && visit.status !== 'COMPLETED' && (
        <IconButton
          size="lg"
          look="ghost"
          icon={Camera}
          label={t('photo.title', { name: visit.name })}
          onClick={onPhoto}
        />
      )}
      {next && chosen && !phone && (
        <Button
          size="lg"
          // An act that asks first is no filled one.
          look={warned ? 'outline' : 'filled'}
          tone={warned ? 'bad' : 'neutral'}
          icon={icon}
          onClick={onAct}
          aria-label={label}
        >
          {t(`actions.${next.act}`)}
          {warned && '…'}
        </Button>
      )}
      {next && (!chosen || phone) && (
        <IconButton
          size="lg"
          look={chosen && !warned ? 'filled' : 'outline'}
          tone={warned ? 'bad' : 'neutral'}
          icon={icon}
          label={label}
          onClick={onAct}
        />
      )}
    </li>
  );
}
