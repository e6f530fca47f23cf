import { type AnnouncementRow, announcement } from '@lobby/shared/modules/announcement.ts';
import { Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { dataOf, request } from '../../kit/http/api.ts';
import { toApiError } from '../../kit/http/api-error.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ResultsTab } from './ResultsTab.tsx';
import { SendPart } from './SendPart.tsx';

const FORM = pairedForm(
  ['urgent', 'audience', 'role', 'blockIds', 'floorIds', 'labelIds', 'unitIds'],
  ['translations', 'attachments'],
  ['title', 'content', 'sendTypes'],
);
const WIDTHS = {
  title: 320,
  audience: 140,
  sendTypes: 160,
  recipientCount: 96,
  sentCount: 88,
  waitingCount: 96,
  failedCount: 112,
};
const HIDDEN = ['urgent', 'sendAt', 'creatorId', 'createdAt'];

/** What the building tells its residents, and what became of it. */
export function Component() {
  const { t } = useTranslation(['announcement', 'errors']);
  const mayWrite = useCan(announcement.code, 'write');
  const test = (id: string) =>
    request<{ to: string }>('POST', `${announcement.path}/${id}/test`, { ...scopeNow(), body: {} }).then(
      ({ data }) => toast({ tone: 'done', title: t('test.sent', { to: data.to }) }),
      error => toast({ tone: 'bad', title: toApiError(error).message || t('errors:FAIL') }),
    );
  return (
    <RecordsPage
      definition={announcement}
      widths={WIDTHS}
      hidden={HIDDEN}
      form={{ ...FORM, defaults: { sendTypes: [{ channel: 'APP' }] } }}
      detail={{
        extraTabs: id => [{ value: 'results', label: t('results.tab'), content: <ResultsTab id={id} /> }],
        asides: row => ({ send: <SendPart row={{ ...dataOf<Partial<AnnouncementRow>>(row), id: row.id }} /> }),
        more: row =>
          mayWrite ? [{ key: 'test', label: t('test.send'), icon: Mail, onSelect: () => void test(row.id) }] : [],
      }}
    />
  );
}
