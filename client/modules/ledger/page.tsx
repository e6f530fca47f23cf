import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { useTranslation } from 'react-i18next';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { CheckPart } from './CheckPart.tsx';
import { EntryTab } from './EntryTab.tsx';

const WIDTHS = { no: 100, accountingDate: 124, kind: 200, documentCode: 160, unitIds: 120, total: 148 };

/** Journal, and the consistency check of the books. */
export function Component() {
  const { t } = useTranslation('journal-entry');
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        {
          value: 'entries',
          label: t('plural'),
          content: (
            <RecordsPage
              definition={journalEntry}
              widths={WIDTHS}
              detail={{ extraTabs: id => [{ value: 't', label: t('t'), content: <EntryTab id={id} /> }] }}
            />
          ),
        },
        { value: 'check', label: t('check.title'), content: <CheckPart /> },
      ]}
    />
  );
}
