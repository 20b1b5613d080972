/** The database with the matches of this device. */

export const DATABASE = 'keypeg'

/** Return true if the database exists. Asking does not create it, and loads no more of the page than this file. */
export async function hasDatabase(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === DATABASE)
  } catch {
    return false // some private windows have none
  }
}
