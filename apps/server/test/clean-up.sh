# Waits on its input until the test run is over, however it ended, then ends the databases it left behind in folder $1,
# and removes that.
cat > /dev/null
find "$1" -name postmaster.pid 2> /dev/null | while read -r note; do
  kill -QUIT "$(head -n 1 "$note")" 2> /dev/null
done
for attempt in 1 2 3 4 5 6 7 8 9 10; do
  rm -rf "$1" 2> /dev/null && exit
  sleep 0.2
done
