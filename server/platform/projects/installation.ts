import { db } from '../../kit/database/database.ts';
import { projectCollection } from './projects.ts';

/** Marks of the whole database: whether the demo was loaded. */
export const marks = () => db().collection<{ _id: string; state: 'loading' | 'loaded'; at: Date }>('installation');

export async function hasDemo(): Promise<boolean> {
  return (await marks().findOne({ _id: 'demo' })) !== null;
}

export async function isEmpty(): Promise<boolean> {
  return (await db().collection(projectCollection.name).estimatedDocumentCount()) === 0;
}
