import { type AnnouncementRow, announcement } from '@lobby/shared/modules/announcement.ts';
import { Copy, Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { dataOf, request } from '../../kit/http/api.ts';
import { toastRefusal } from '../../kit/i18n/toast-refusal.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import type { CellContext } from '../../kit/ui/list/rows/cells.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { FormReach } from './FormReach.tsx';
import { ResultsTab } from './ResultsTab.tsx';
import { SendPart } from './SendPart.tsx';
import { useTest } from './useTest.ts';

const FORM = {
  size: 'wide' as const,
  defaults: { sendTypes: [{ channel: 'APP' }] },
  children: (
    <>
      <FieldPairs
        first={['title', 'content', 'sendTypes']}
        names={[
          'category',
          'urgent',
          'validFrom',
          'validTo',
          'audience',
          'blockIds',
          'floorIds',
          'labelIds',
          'unitIds',
          'excludeUnitIds',
          'ownersOnly',
        ]}
        wide={['roles', 'texts', 'attachments']}
      />
      <FormReach />
    </>
  ),
};
const WIDTHS = {
  title: 320,
  audience: 140,
  sendTypes: 160,
  recipientCount: 96,
  sentCount: 88,
  waitingCount: 96,
  failedCount: 112,
};
const UNSENT: ReadonlySet<string> = new Set(['DRAFT', 'SCHEDULED']);
type CountName = 'sentCount' | 'waitingCount' | 'failedCount';
const isUnsent = ({ status }: Partial<AnnouncementRow>) => status !== undefined && UNSENT.has(status);
const countOf =
  (name: CountName) =>
  (row: Partial<AnnouncementRow>, { formats }: CellContext) =>
    isUnsent(row) ? '' : formats.number(row[name] ?? 0);
/** Recipients are unknown until it is sent. */
const CELLS = {
  recipientCount: (row: Partial<AnnouncementRow>, { formats, t }: CellContext) =>
    row.recipientCount ? formats.number(row.recipientCount) : isUnsent(row) ? t('waits') : '',
  sentCount: countOf('sentCount'),
  waitingCount: countOf('waitingCount'),
  failedCount: countOf('failedCount'),
};

/** Announcements with their results. */
export function Component() {
  const { t } = useTranslation(['announcement', 'errors']);
  const navigate = useNavigate();
  const mayWrite = useCan(announcement.code, 'write');
  const test = useTest();
  const duplicate = (id: string) =>
    request<{ id: string }>('POST', `${announcement.path}/${id}/duplicate`, { ...scopeNow(), body: {} }).then(
      ({ data }) => void navigate(`?tab=all&id=${data.id}`),
      error => toastRefusal(error),
    );
  return (
    <RecordsPage
      definition={announcement}
      widths={WIDTHS}
      cells={CELLS}
      form={FORM}
      detail={{
        extraTabs: id => [{ value: 'results', label: t('results.tab'), content: <ResultsTab id={id} /> }],
        asides: row => {
          const shown = { ...dataOf<Partial<AnnouncementRow>>(row), id: row.id };
          return { send: <SendPart row={shown} />, schedule: <SendPart row={shown} later /> };
        },
        more: row =>
          mayWrite
            ? [
                { key: 'test', label: t('test.send'), icon: Mail, onSelect: () => void test(row.id) },
                { key: 'duplicate', label: t('duplicate'), icon: Copy, onSelect: () => void duplicate(row.id) },
              ]
            : [],
      }}
    />
  );
}
