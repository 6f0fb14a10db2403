// The baseline: bare node:http, a signature check and one prepared statement a request, for a change four in a transaction;
// PostgreSQL makes the JSON of lists. The database is given by PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE, the server by PORT and SECRET.
import { createHmac, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import pg from 'pg'

const { PORT, SECRET } = process.env
const pool = new pg.Pool({ max: 10 })

const instant = (column) => `to_char(${column} at time zone 'UTC','YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const listed = `p.id,p.title,p.description,p.status,p.due_date "dueDate",case when p.completed_on is not null then json_build_object('on',p.completed_on,'dueDate',p.due_date) end completion,coalesce(p.status<>'Completed' and p.due_date<current_date,false) overdue,p.time_zone "timeZone",${instant('p.created_at')} "createdAt",${instant('p.archived_at')} "archivedAt",p.turn,p.turn_reason "turnReason",${instant('p.turn_since')} "turnSince",p.turn_note "turnNote",(select json_build_object('id',c.id,'firstName',c.first_name,'lastName',c.last_name,'email',c.email) from clients c where c.id=p.client_id) "Client"`
const waited = `json_build_object('freelancer',json_build_object('days',p.freelancer_days,'turns',p.freelancer_turns),'client',json_build_object('days',p.client_days,'turns',p.client_turns),'nobody',json_build_object('days',p.nobody_days+current_date-coalesce(p.turn_since,p.created_at)::date),'sinceDueDate',p.client_days) waited,json_build_object('open',p.open_requests,'answered',p.answered_requests) requests`
const few = (where) => `(select coalesce(json_agg(x),'[]') from (select p.id,p.title,p.status,p.due_date "dueDate",coalesce(p.status<>'Completed' and p.due_date<current_date,false) overdue,(select first_name||' '||last_name from clients c where c.id=p.client_id) "clientName" from projects p where p.freelancer_id=f.id and ${where} limit 5) x)`

/** Reads answer the fields that Portico answers, so that the ratio compares the same work. */
const S = {
  page: `select coalesce(json_agg(x),'[]')::text j from (select ${listed} from projects p where p.freelancer_id=$1 order by p.id desc limit $2) x`,
  one: `select row_to_json(x)::text j from (select ${listed},${waited} from projects p where p.id=$1 and p.freelancer_id=$2) x`,
  clients: `select json_build_object('clients',coalesce(json_agg(x),'[]'))::text j from (select id,first_name "firstName",last_name "lastName",email,company,${instant('created_at')} "createdAt",${instant('archived_at')} "archivedAt" from clients where freelancer_id=$1 order by id desc limit 100) x`,
  sum: `select row_to_json(y)::text j from (select f.plan,f.subscription_status "subscriptionStatus",(select json_build_object('used',count(*),'limit',10,'remaining',10-count(*)) from clients c where c.freelancer_id=f.id) clients,${few('true order by p.id desc')} "recentProjects",${few(`p.status<>'Completed' and p.due_date>=current_date order by p.due_date`)} "upcomingDeadlines",(select count(*) from projects p where p.freelancer_id=f.id and p.status<>'Completed' and p.due_date<current_date) "overdueProjects",exists(select from projects p where p.freelancer_id=f.id and p.archived_at is not null) "hasArchivedProjects",(select coalesce(json_object_agg(turn,n),'{}') from (select turn,count(*) n from projects p where p.freelancer_id=f.id and turn is not null group by turn) t) waiting,f.time_zone "timeZone" from freelancers f where f.id=$1) y`,
  news: `select coalesce(json_agg(x),'[]')::text j from (select e.id,e.kind,e.subject,${instant('e.created_at')} "createdAt",e.project_id "projectId",json_build_object('type','client','name',e.actor,'isYou',false) actor,e.client_id "clientId",(select title from projects p where p.id=e.project_id) "projectTitle",e.read from events e where e.freelancer_id=$1 and e.by_client order by e.id desc limit $2) x`,
  unread: 'select count(*)::int c from (select from events where freelancer_id=$1 and by_client and not read limit 99) x',
  status: 'update projects set status=$3 where id=$1 and freelancer_id=$2 returning client_id',
  dueDate: 'update projects set due_date=$3 where id=$1 and freelancer_id=$2 returning client_id',
  bare: 'update projects set status=$3 where id=$1 and freelancer_id=$2 returning id,status',
  event: `insert into events(freelancer_id,client_id,project_id,kind,actor,by_client,subject,read,number) select $1,$2,$3,$4,'Ada',false,json_build_object('to',$5::text),true,coalesce((select number from events where project_id=$3 order by number desc limit 1),0)+1`,
  tell: `insert into unread(project_id,reader,due) values($1,'client',now()+interval '5 minutes') on conflict(project_id,reader) do update set due=excluded.due where unread.due is null`,
  turn: `update projects set turn=null,turn_since=now(),client_turns=client_turns+1 where id=$1 and turn is not null`,
}
const ask = (name, values) => pool.query({ name, text: S[name], values }).then(({ rows }) => rows)

/** The same durable work as Portico's: the update, its event, what is unread, and the turn, in one transaction. */
async function change(id, freelancer, column, value) {
  const client = await pool.connect()
  const run = (name, values) => client.query({ name, text: S[name], values }).then(({ rows }) => rows)
  try {
    await client.query('begin')
    const [row] = await run(column, [id, freelancer, value])
    if (row) {
      await run('event', [freelancer, row.client_id, id, `${column}_changed`, value])
      await run('tell', [id])
      await run('turn', [id])
    }
    const [project] = row ? await run('one', [id, freelancer]) : []
    await client.query('commit')
    return project?.j
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** What a server does that keeps no record of changes. */
async function changeBarely(id, freelancer, status) {
  const [row] = await ask('bare', [id, freelancer, status])
  return row && JSON.stringify(row)
}

function auth(header) {
  if (!header) return
  const token = header.slice(7)
  const dot = token.lastIndexOf('.')
  const mac = createHmac('sha256', SECRET).update(token.slice(0, dot)).digest()
  const got = Buffer.from(token.slice(dot + 1), 'base64url')
  if (got.length !== 32 || !timingSafeEqual(mac, got)) return
  const claims = JSON.parse(Buffer.from(token.slice(token.indexOf('.') + 1, dot), 'base64url').toString())
  return claims.exp > Date.now() / 1000 ? claims.sub : undefined
}

function send(res, code, text) {
  res.writeHead(code, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  res.end(text)
}

const bodyOf = (req) =>
  new Promise((resolve, reject) => {
    let text = ''
    req.setEncoding('utf8')
    req.on('data', (part) => { text += part }).on('end', () => resolve(JSON.parse(text))).on('error', reject)
  })

const found = (res, text) => (text ? send(res, 200, text) : send(res, 404, '{"message":"Project not found."}'))

async function answer(req, res) {
  const u = auth(req.headers.authorization)
  if (!u) return send(res, 401, '{"message":"unauthorized"}')
  const { url, method } = req
  if (method === 'GET') {
    if (url.startsWith('/api/projects?limit=')) return send(res, 200, (await ask('page', [u, +url.slice(20)]))[0].j)
    if (url.startsWith('/api/projects/')) return found(res, (await ask('one', [url.slice(14), u]))[0]?.j)
    if (url.startsWith('/api/notifications?limit=')) return send(res, 200, (await ask('news', [u, +url.slice(25)]))[0].j)
    if (url === '/api/notifications/unread') return send(res, 200, `{"count":${(await ask('unread', [u]))[0].c}}`)
    if (url === '/api/clients') return send(res, 200, (await ask('clients', [u]))[0].j)
    if (url === '/api/dashboard/summary') return send(res, 200, (await ask('sum', [u]))[0].j)
  }
  if (method === 'PUT' && url.startsWith('/api/projects/')) {
    const { status, dueDate } = await bodyOf(req)
    const id = url.slice(14, 50)
    if (req.headers['x-bench'] === 'bare') return found(res, await changeBarely(id, u, status))
    return found(res, await (dueDate ? change(id, u, 'dueDate', dueDate) : change(id, u, 'status', status)))
  }
  return send(res, 404, '{"message":"not found"}')
}

http
  .createServer((req, res) => answer(req, res).catch((error) => send(res, 500, JSON.stringify({ message: error.message }))))
  .listen(+PORT, '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
