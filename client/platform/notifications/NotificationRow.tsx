import { defineRecipe } from '@chakra-ui/react';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import {
  Bell,
  CircleDollarSign,
  ClipboardCheck,
  DoorOpen,
  FileSignature,
  HardHat,
  IdCard,
  LifeBuoy,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  Newspaper,
  Package,
  Truck,
  Vote,
  Waves,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { now } from '../../kit/http/clock.ts';
import { useFormats, useSpans } from '../../kit/i18n/formats.ts';
import { Badge } from '../../kit/ui/marks/Badge.tsx';
import { VisuallyHidden } from '../../kit/ui/marks/VisuallyHidden.tsx';
import { recipeClass } from '../../theme/classes.ts';
import { lineOf, type RecordNotices, unitsIn } from './fold.ts';

const rowClass = recipeClass(
  defineRecipe({
    base: {
      display: 'grid',
      gridTemplateColumns: '20px 1fr auto 8px',
      columnGap: '3',
      alignItems: 'start',
      px: '4',
      py: '2.5',
      minH: '11',
      color: 'fg',
      textDecoration: 'none',
      textAlign: 'start',
      w: 'full',
      borderBottomWidth: '1px',
      borderColor: 'border',
      _hover: { bg: 'bg.subtle' },
      '& > svg': { color: 'fg.muted', mt: '0.5', w: '4', h: '4' },
      '& p': { lineClamp: '2', overflowWrap: 'anywhere' },
      '& p + p': { color: 'fg.muted', lineClamp: '1' },
      '& small': { color: 'fg.muted', textStyle: 'xs' },
      '& > i': { w: '2', h: '2', mt: '1.5', borderRadius: 'full' },
    },
    variants: { unread: { true: { '& p:first-of-type': { fontWeight: 'medium' }, '& > i': { bg: 'accent.solid' } } } },
  }),
);

/** Icons by push type (rules.md 9). */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  MSG: MessageSquare,
  HELP_DESK: LifeBuoy,
  REQUEST: ClipboardCheck,
  UTILITY_BOOKING: Waves,
  VISITOR: DoorOpen,
  ELEVATOR_RESERVATION: Truck,
  CONSTRUCTION_REGISTRATION: HardHat,
  PAYMENT: CircleDollarSign,
  CARD_REGISTRATION: IdCard,
  ANNOUNCEMENT: Megaphone,
  NEWS: Newspaper,
  POLL: Vote,
  RENTAL_CONTRACT: FileSignature,
  RECEIVE_PACKAGE: Package,
};

interface NotificationRowProps extends RecordNotices {
  onOpen: () => void;
  onRead: () => void;
}

interface FoldedRowProps {
  group: readonly RecordNotices[];
  onUnfold: () => void;
}

/** Several notifications of one kind as a single line that unfolds. */
export function FoldedNotifications({ group, onUnfold }: FoldedRowProps) {
  const { t } = useTranslation('notification');
  const { dateTime } = useFormats();
  const first = group[0]?.newest;
  if (!first) return null;
  const Icon = ICONS[first.type] ?? Bell;
  const count = group.length;
  return (
    <button type="button" className={rowClass({ unread: true })} aria-expanded={false} onClick={onUnfold}>
      <Icon />
      <div>
        <p>{first.title}</p>
        <p>{unitsIn(group) || first.body}</p>
        <small>{dateTime(first.at)}</small>
        <VisuallyHidden> {t('unread')}</VisuallyHidden>
      </div>
      <Badge count={count} label={t('folded', { count })} />
      <i />
    </button>
  );
}

/**
 * Row of a record with its latest notification and the number of earlier ones. Enter opens it, `r` marks it as read.
 */
export function NotificationRow({ newest: row, before, onOpen, onRead }: NotificationRowProps) {
  const { t } = useTranslation('notification');
  const { dateTime } = useFormats();
  const { ago } = useSpans();
  const age = now() - Date.parse(row.at);
  const Icon = ICONS[row.type] ?? Bell;
  const foreign = /^https:/.test(row.url);
  const unread = [row, ...before].some(({ readAt }) => !readAt);
  return (
    <Link
      to={row.url}
      {...(foreign && { target: '_blank', rel: 'noreferrer' })}
      className={rowClass({ unread })}
      onClick={onOpen}
      onKeyDown={event => {
        if (event.key === 'r' && !event.ctrlKey && !event.metaKey && !event.altKey && unread) onRead();
      }}
    >
      <Icon />
      <div>
        <p>{row.title}</p>
        <p>{lineOf(row)}</p>
        <small title={dateTime(row.at)}>
          {age < DAY_MS ? ago(age) : dateTime(row.at)}
          {before.length > 0 && ` · ${t('before', { count: before.length })}`}
        </small>
        {unread && <VisuallyHidden> {t('unread')}</VisuallyHidden>}
      </div>
      {row.count > 1 ? <Badge count={row.count} label={t('folded', { count: row.count })} /> : <span />}
      <i />
    </Link>
  );
}
