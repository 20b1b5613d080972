/** The database with the matches of this device. */

export const DATABASE = 'keypeg'

/** Whether it is there. Asking makes none, and needs no more of the page than this. */
export async function hasDatabase(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === DATABASE)
  } catch {
    return false // some private windows have none
  }
}
