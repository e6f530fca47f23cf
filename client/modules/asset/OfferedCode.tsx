import { asset } from '@lobby/shared/modules/asset.ts';
import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { request } from '../../kit/http/api.ts';
import { scopeNow } from '../../kit/session/session.ts';

/** Fills in the proposed code of a new asset unless the user has entered one. */
export function OfferedCode() {
  const { setValue, getValues, formState } = useFormContext();
  const isNew = !formState.defaultValues?.name;
  useEffect(() => {
    if (!isNew) return;
    let wanted = true;
    const offer = async () => {
      // On failure the code is entered by hand.
      const answer = await request<{ code: string }>('GET', `${asset.path}/next-code`, scopeNow()).catch(() => null);
      if (answer && wanted && !getValues('code')) setValue('code', answer.data.code, { shouldDirty: true });
    };
    void offer();
    return () => {
      wanted = false;
    };
  }, [isNew, getValues, setValue]);
  return null;
}
