# 2,000 agents on a torus of 1,000 m at 60 ticks a second. With -- --ticks=N the game ends after N ticks and prints the digest.
extends Node2D

const SIDE_M := 1000.0

var crowd := FieldwrightCrowd.new()
var ticks := 0
var last_tick := -1


func _ready() -> void:
	for argument in OS.get_cmdline_user_args():
		if argument.begins_with("--ticks="):
			last_tick = int(argument.substr(8))
	var wrong: String = crowd.begin("curl_dual", 42, 2000, SIDE_M, 60.0)
	if wrong != "":
		printerr(wrong)
		get_tree().quit(1)


func _process(_delta: float) -> void:
	if ticks == last_tick:
		print(crowd.digest())
		get_tree().quit()
		return
	crowd.step()
	ticks += 1
	queue_redraw()


func _draw() -> void:
	var zoom := get_viewport_rect().size.y / SIDE_M
	for at in crowd.positions():
		draw_rect(Rect2(at.x * zoom, (SIDE_M - at.y) * zoom, 2, 2), Color(0.95, 0.78, 0.35))
