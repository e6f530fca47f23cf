import { defineRecipe } from '@chakra-ui/react';
import { Bell, FileSignature, LifeBuoy, type LucideIcon, MessageSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { now } from '../../kit/http/clock.ts';
import { useFormats, useSpans } from '../../kit/i18n/formats.ts';
import { VisuallyHidden } from '../../kit/ui/VisuallyHidden.tsx';
import { recipeClass } from '../../theme/classes.ts';
import type { Notification } from './useNotifications.ts';

const rowClass = recipeClass(
  defineRecipe({
    base: {
      display: 'grid',
      gridTemplateColumns: '20px 1fr 8px',
      columnGap: '3',
      alignItems: 'start',
      px: '4',
      py: '2.5',
      minH: '11',
      color: 'fg',
      textDecoration: 'none',
      borderBottomWidth: '1px',
      borderColor: 'border',
      _hover: { bg: 'bg.subtle' },
      '& > svg': { color: 'fg.muted', mt: '0.5', w: '4', h: '4' },
      '& p': { lineClamp: '3', overflowWrap: 'anywhere' },
      '& small': { color: 'fg.muted', textStyle: 'xs' },
      '& > i': { w: '2', h: '2', mt: '1.5', borderRadius: 'full' },
    },
    variants: { unread: { true: { '& p': { fontWeight: 'medium' }, '& > i': { bg: 'accent.solid' } } } },
  }),
);

const ICONS: Readonly<Record<string, LucideIcon>> = { HELP_DESK: LifeBuoy, RENTAL_CONTRACT: FileSignature };
const DAY = 86_400_000;

/** One line of the list: what happened, when, and whether it was opened. */
export function NotificationRow({ row, onOpen }: { row: Notification; onOpen: () => void }) {
  const { t } = useTranslation('notification');
  const { dateTime } = useFormats();
  const { ago } = useSpans();
  const age = now() - Date.parse(row.at);
  const Icon = row.type.endsWith('_MESSAGE') ? MessageSquare : (ICONS[row.module] ?? Bell);
  return (
    <Link to={row.url} className={rowClass({ unread: !row.read })} onClick={onOpen}>
      <Icon />
      <div>
        <p>{t(`types.${row.type}`, { by: row.by, title: row.title })}</p>
        <small title={dateTime(row.at)}>{age < DAY ? ago(age) : dateTime(row.at)}</small>
        {!row.read && <VisuallyHidden> {t('unread')}</VisuallyHidden>}
      </div>
      <i />
    </Link>
  );
}
