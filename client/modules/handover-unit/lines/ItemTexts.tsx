import { propertyItem } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useDetail } from '../../../kit/live/useRows.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import type { TypedValues } from '../../../kit/ui/form/read-form.ts';
import { useFormValues } from '../../../kit/ui/form/useFormValues.ts';
import { styleClass } from '../../../theme/classes.ts';

const chipsClass = styleClass({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.5', textStyle: 'xs' });
const ASKED = { itemId: handoverDefect.fields.itemId, description: handoverDefect.fields.description };

/** Checks of the chosen item as chips; a click adds the text to the description. */
export function ItemTexts() {
  const { t } = useTranslation(handoverDefect.name);
  const { setValue } = useFormContext<TypedValues>();
  const { itemId, description } = useFormValues(ASKED);
  const hasItem = typeof itemId === 'string' && itemId !== '';
  const { data } = useDetail(propertyItem, hasItem && itemId);
  const checks = data?.checks ?? [];
  if (!hasItem || checks.length === 0) return null;
  const text = typeof description === 'string' ? description : '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: chips that belong together, without a frame
    <div role="group" aria-label={t('texts')} className={chipsClass()}>
      {checks.map(({ check }) => (
        <Button
          key={check}
          size="sm"
          look="outline"
          onClick={() =>
            setValue('description', text ? `${text}; ${check}` : check, { shouldDirty: true, shouldValidate: true })
          }
        >
          {check}
        </Button>
      ))}
    </div>
  );
}
