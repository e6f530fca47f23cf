import { announcement } from '@lobby/shared/modules/announcement.ts';
import { useTranslation } from 'react-i18next';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ResultsTab } from './ResultsTab.tsx';

const FORM = pairedForm(
  ['sendApp', 'sendEmail', 'sendSms', 'audience', 'role', 'blockIds', 'floorIds', 'labelIds', 'unitIds'],
  ['title', 'content', 'translations', 'attachments'],
);
const WIDTHS = {
  code: 144,
  title: 320,
  audience: 140,
  recipientCount: 96,
  sentCount: 88,
  failedCount: 112,
  status: 120,
};
const HIDDEN = ['sendApp', 'sendEmail', 'sendSms', 'sendAt', 'creatorId', 'createdAt'];

/** What the building tells its residents, and what became of it. */
export function Component() {
  const { t } = useTranslation('announcement');
  return (
    <RecordsPage
      definition={announcement}
      widths={WIDTHS}
      hidden={HIDDEN}
      form={FORM}
      detail={{ extraTabs: id => [{ value: 'results', label: t('results.tab'), content: <ResultsTab id={id} /> }] }}
    />
  );
}
