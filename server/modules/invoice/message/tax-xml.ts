import { type Collection, db, type Session } from '../../../kit/database/database.ts';
import { open, seal } from '../../../kit/privacy/personal.ts';

/** Encrypted bytes of sent and received messages, as they contain personal data. */
interface Kept {
  _id: string;
  projectId: string;
  xml: string;
}
export const taxXmlCollection: Collection = { name: 'tax-message-xml', indexes: [{ key: { projectId: 1 } }] };
const xmls = () => db().collection<Kept>(taxXmlCollection.name);
const LETTERS = 'tax-message-xml';

/** Encrypted storage row of a message. */
export const keptXml = (projectId: string, _id: string, xml: string): Kept => ({
  _id,
  projectId,
  xml: seal(LETTERS, xml),
});

export const keepXml = async (projectId: string, _id: string, xml: string, session?: Session): Promise<void> =>
  void (await xmls().updateOne(
    { _id, projectId },
    { $set: { xml: seal(LETTERS, xml) } },
    { upsert: true, ...(session && { session }) },
  ));

export async function loadXml(projectId: string, _id: string): Promise<string | null> {
  const row = await xmls().findOne({ _id, projectId });
  return row ? open(LETTERS, row.xml) : null;
}
