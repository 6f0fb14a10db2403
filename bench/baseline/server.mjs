// The baseline: bare node:http, a signature check and one prepared statement a request, for a change four in a transaction;
// PostgreSQL makes the JSON of lists. The database is given by PGHOST, PGPORT, PGUSER, PGPASSWORD and PGDATABASE, the server by PORT and SECRET.
import { createHmac, timingSafeEqual } from 'node:crypto'
import http from 'node:http'
import pg from 'pg'

const { PORT, SECRET } = process.env
const pool = new pg.Pool({ max: 10 })

const S = {
  page: `select coalesce(json_agg(x),'[]')::text j from (select p.id,p.title,p.description,p.status,p.due_date "dueDate",p.created_at "createdAt",(select json_build_object('firstName',c.first_name,'lastName',c.last_name,'email',c.email) from clients c where c.id=p.client_id) "Client" from projects p where freelancer_id=$1 order by created_at desc,id desc limit $2) x`,
  one: `select p.id,p.title,p.description,p.status,p.due_date "dueDate",p.created_at "createdAt",c.first_name f,c.last_name l,c.email e from projects p join clients c on c.id=p.client_id where p.id=$1 and p.freelancer_id=$2`,
  clients: `select coalesce(json_agg(x),'[]')::text j from (select id,first_name "firstName",last_name "lastName",email,company,created_at "createdAt" from clients where freelancer_id=$1 order by id desc limit 100) x`,
  sum: `select f.plan,f.subscription_status s,(select count(*)::int from clients c where c.freelancer_id=f.id) used,(select coalesce(json_agg(x),'[]') from (select id,title,due_date "dueDate" from projects where freelancer_id=f.id order by created_at desc,id desc limit 5) x)::text r,(select coalesce(json_agg(x),'[]') from (select id,title,due_date "dueDate" from projects where freelancer_id=f.id and due_date>=now() order by due_date limit 5) x)::text u from freelancers f where f.id=$1`,
  news: `select coalesce(json_agg(x),'[]')::text j from (select e.id,e.kind,e.actor,e.subject,e.read,e.created_at "createdAt",e.project_id "projectId",(select title from projects p where p.id=e.project_id) "projectTitle" from events e where e.freelancer_id=$1 and e.by_client order by e.id desc limit $2) x`,
  unread: 'select count(*)::int c from (select from events where freelancer_id=$1 and by_client and not read limit 99) x',
  put: 'update projects set status=$3 where id=$1 and freelancer_id=$2 returning id,status',
  event: `insert into events(freelancer_id,project_id,kind,actor,by_client,subject,read,number) select $1,$2,'status_changed','Ada',false,json_build_object('to',$3::text),true,coalesce((select number from events where project_id=$2 order by number desc limit 1),0)+1`,
  tell: `insert into unread(project_id,reader,due) values($1,'client',now()+interval '5 minutes') on conflict(project_id,reader) do update set due=excluded.due where unread.due is null`,
  turn: `update projects set turn=null,turn_since=now(),waited=waited+1 where id=$1 and turn is not null`,
}
const ask = (name, values) => pool.query({ name, text: S[name], values }).then(({ rows }) => rows)

/** The same durable work as Portico's: the update, its event, what is unread, and the turn, in one transaction. */
async function change(id, freelancer, status) {
  const client = await pool.connect()
  const run = (name, values) => client.query({ name, text: S[name], values }).then(({ rows }) => rows)
  try {
    await client.query('begin')
    const [row] = await run('put', [id, freelancer, status])
    if (row) {
      await run('event', [freelancer, id, status])
      await run('tell', [id])
      await run('turn', [id])
    }
    const [project] = row ? await run('one', [id, freelancer]) : []
    await client.query('commit')
    return project && shape(project)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

function auth(header) {
  if (!header) return 0
  const token = header.slice(7)
  const dot = token.lastIndexOf('.')
  const mac = createHmac('sha256', SECRET).update(token.slice(0, dot)).digest()
  const got = Buffer.from(token.slice(dot + 1), 'base64url')
  if (got.length !== 32 || !timingSafeEqual(mac, got)) return 0
  const claims = JSON.parse(Buffer.from(token.slice(token.indexOf('.') + 1, dot), 'base64url').toString())
  return claims.exp > Date.now() / 1000 ? claims.sub : 0
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

const shape = (r) => ({ id: r.id, title: r.title, description: r.description, status: r.status, dueDate: r.dueDate, createdAt: r.createdAt, Client: { firstName: r.f, lastName: r.l, email: r.e } })

async function answer(req, res) {
  const u = +auth(req.headers.authorization)
  if (!u) return send(res, 401, '{"message":"unauthorized"}')
  const { url, method } = req
  if (method === 'GET') {
    if (url.startsWith('/api/projects?limit=')) return send(res, 200, (await ask('page', [u, +url.slice(20)]))[0].j)
    if (url.startsWith('/api/projects/')) {
      const [row] = await ask('one', [+url.slice(14), u])
      return row ? send(res, 200, JSON.stringify(shape(row))) : send(res, 404, '{"message":"Project not found."}')
    }
    if (url.startsWith('/api/notifications?limit=')) return send(res, 200, (await ask('news', [u, +url.slice(25)]))[0].j)
    if (url === '/api/notifications/unread') return send(res, 200, `{"count":${(await ask('unread', [u]))[0].c}}`)
    if (url === '/api/clients') return send(res, 200, (await ask('clients', [u]))[0].j)
    if (url === '/api/dashboard/summary') {
      const [r] = await ask('sum', [u])
      return send(res, 200, `{"plan":"${r.plan}","subscriptionStatus":"${r.s}","clients":{"used":${r.used},"limit":10,"remaining":${10 - r.used}},"recentProjects":${r.r},"upcomingDeadlines":${r.u}}`)
    }
  }
  if (method === 'PUT' && url.startsWith('/api/projects/')) {
    const { status } = await bodyOf(req)
    const row = await change(+url.slice(14), u, status)
    return row ? send(res, 200, JSON.stringify(row)) : send(res, 404, '{"message":"Project not found."}')
  }
  return send(res, 404, '{"message":"not found"}')
}

http
  .createServer((req, res) => answer(req, res).catch((error) => send(res, 500, JSON.stringify({ message: error.message }))))
  .listen(+PORT, '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
