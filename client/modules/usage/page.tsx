import { numberUse } from '@lobby/shared/modules/fees.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { USAGE_FORM } from './form.tsx';
import { Sheet } from './Sheet.tsx';

const WIDTHS = {
  unitId: 100,
  serviceId: 180,
  month: 96,
  oldIndex: 108,
  newIndex: 108,
  quantity: 108,
  before: 108,
  outlier: 116,
};

/** What was read from meters, or is told as a number: which of both says the path, as both are one file of the client. */
export function Component() {
  const { pathname } = useLocation();
  const counted = pathname.includes(`/${numberUse.route}`) ? 'NUMBER' : 'METER';
  return <Usages key={counted} counted={counted} />;
}

/** Entered for the whole building at once, and as a list. */
function Usages({ counted }: { counted: 'METER' | 'NUMBER' }) {
  const { t } = useTranslation('usage');
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        { value: 'sheet', label: t('sheet.part'), content: <Sheet counted={counted} /> },
        {
          value: 'list',
          label: t('sheet.list'),
          content: (
            <RecordsPage
              definition={usage}
              widths={WIDTHS}
              hidden={['code', 'reading', 'createdAt']}
              form={USAGE_FORM}
            />
          ),
        },
      ]}
    />
  );
}
