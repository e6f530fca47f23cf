import { rentalContract } from '@lobby/shared/modules/rental-contract.ts';
import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { request } from '../../kit/http/api.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { useFormValues } from '../../kit/ui/form/useFormValues.ts';

const ASKED = { unitId: rentalContract.fields.unitId };

/** Fills in the proposed number of a new contract unless the user has entered one. */
export function useOfferedNumber(): void {
  const { setValue, getValues } = useFormContext();
  const { unitId } = useFormValues(ASKED);
  const offered = useRef('');
  useEffect(() => {
    if (typeof unitId !== 'string' || !unitId) return;
    const isFree = () => ['', offered.current].includes(String(getValues('code') ?? ''));
    if (!isFree()) return;
    let wanted = true;
    const offer = async () => {
      const path = `${rentalContract.path}/next-number?unitId=${unitId}`;
      // On failure the number is entered by hand.
      const answer = await request<{ code: string }>('GET', path, scopeNow()).catch(() => null);
      if (!answer || !wanted || !isFree()) return;
      offered.current = answer.data.code;
      setValue('code', answer.data.code, { shouldDirty: true, shouldValidate: true });
    };
    void offer();
    return () => {
      wanted = false;
    };
  }, [unitId, getValues, setValue]);
}
