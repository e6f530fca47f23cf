import { floor } from '@lobby/shared/modules/floor.ts';
import { Layers } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { usePhone } from '../../kit/ui/layout/phone.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { RangeDialog } from './RangeDialog.tsx';

/** Floors of all blocks, with a dialog to create those of a block at once. */
export function FloorsPart() {
  const { t } = useTranslation('floor');
  const mayWrite = useCan(floor.code, 'write');
  const phone = usePhone();
  const [making, setMaking] = useState(false);
  const make = () => setMaking(true);
  return (
    <>
      <RecordsPage
        definition={floor}
        widths={{ blockId: 160, order: 200 }}
        headExtras={
          mayWrite &&
          (phone ? (
            <IconButton icon={Layers} label={t('range.open')} onClick={make} />
          ) : (
            <Button size="sm" icon={Layers} onClick={make}>
              {t('range.open')}
            </Button>
          ))
        }
      />
      {making && <RangeDialog onClose={() => setMaking(false)} />}
    </>
  );
}
