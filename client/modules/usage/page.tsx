import { meter } from '@lobby/shared/modules/meter.ts';
import { numberUse } from '@lobby/shared/modules/number-use.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { METER_FORM, USAGE_FORM } from './form.tsx';
import { Sheet } from './Sheet.tsx';

const WIDTHS = {
  unitId: 100,
  serviceId: 180,
  month: 96,
  meterId: 132,
  oldIndex: 108,
  newIndex: 108,
  usageNumber: 108,
  previousUsage: 108,
  change: 108,
  outlier: 116,
};

const METER_WIDTHS = { code: 160, unitId: 110, serviceId: 180, lastIndex: 120, lastMonth: 110, coefficient: 110 };

/** Usage from meters or entered as a number; the path tells which, as both share one screen. */
export function Component() {
  const { pathname } = useLocation();
  const counted = pathname.includes(`/${numberUse.route}`) ? 'NUMBER' : 'METER';
  return <Usages key={counted} counted={counted} />;
}

/** Entry sheet for the whole building, list of readings, and meters. */
function Usages({ counted }: { counted: 'METER' | 'NUMBER' }) {
  const { t } = useTranslation(['usage', 'meter']);
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        { value: 'sheet', label: t('sheet.part'), content: <Sheet counted={counted} /> },
        {
          value: 'list',
          label: t('sheet.list'),
          content: <RecordsPage definition={usage} widths={WIDTHS} form={USAGE_FORM} />,
        },
        ...(counted === 'METER'
          ? [
              {
                value: 'meters',
                label: t('sheet.meters'),
                content: <RecordsPage definition={meter} widths={METER_WIDTHS} form={METER_FORM} />,
              },
            ]
          : []),
      ]}
    />
  );
}
